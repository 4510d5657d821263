package dev.slipway.activities.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.Identity;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.model.rollout.MemberAnswer.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of which it is not certain that the machine that answers is theirs. */
class ScannedMachinesTest {
    @TempDir
    private Path folder = Path.of("");

    /** Boards that never got a product UUID carry a filler, and a fleet of them is no machine with many names. */
    @Test
    void aProductUuidThatSaysNothingMakesNoTwins() {
        String filler = "00000000-0000-0000-0000-000000000000";
        DuplicateMachines duplicateMachines = new DuplicateMachines(List.of(
                MemberAnswer.facts(ScannedFleet.ref(0), Optional.of(new Identity("m-1", filler, Optional.empty()))),
                MemberAnswer.facts(ScannedFleet.ref(1), Optional.of(new Identity("m-2", filler, Optional.empty())))));

        assertThat(duplicateMachines.of(ScannedFleet.ref(0))).isEmpty();
    }

    /** Neither is planned: what was read belongs to the other, and is not kept under a name that is not its own. */
    @Test
    void twoMembersWhoseAddressesWereSwappedAreNotJudged() {
        try (ScannedFleet fleet =
                new ScannedFleet(folder, ScannedFleet.whole(0), ScannedFleet.whole(1), ScannedFleet.whole(2))) {
            fleet.hasKubelets();
            fleet.way(0, fleet.to(fleet.server().port("gpu-001"), fleet.server().knownHosts()));
            fleet.way(1, fleet.to(fleet.server().port("gpu-000"), fleet.server().knownHosts()));

            DriftReport report = fleet.check();

            assertThat(report.answered()).isEqualTo(3);
            assertThat(report.matching() + report.drifted() + report.broken() + report.reported())
                    .isEqualTo(1);
            assertThat(report.unread().counts()).isEqualTo(Map.of(Kind.MACHINE_MISMATCH, 2));
            assertThat(fleet.answer(0).said())
                    .contains("c1/gpu-000", "calls itself gpu-001", "product UUID", "fleets/");
            assertThat(fleet.ledger.facts().latest(ScannedFleet.ref(0))).isEmpty();
            assertThat(fleet.ledger.facts().latest(ScannedFleet.ref(1))).isEmpty();
        }
    }
}
