package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.model.Act;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes under a maintenance reservation while a test runs on both, on whatever answers the commands of Slurm. */
abstract class SlurmReservationsContract<S extends TestSlurm> {
    private static final NodeRef NODE = new NodeRef("prod-a", "n1");
    private static final NodeRef PARTNER = new NodeRef("prod-a", "n2");
    private static final Act ACT = SlurmNodesContract.act("run-1", NODE);
    private static final GateResult PASSED = new GateResult("G9", Verdict.PASS, "busbw 300.0 GB/s");

    final S slurm;
    private final SlurmReservations reservations;

    SlurmReservationsContract(S slurm) {
        this.slurm = slurm;
        this.reservations = new SlurmReservations(node -> Optional.of(new SlurmSite(slurm.commands(), node.name())));
    }

    @AfterEach
    void end() throws Exception {
        slurm.close();
    }

    private GateResult whileReserved(Runnable meanwhile) {
        return reservations.during(ACT, PARTNER, () -> {
            meanwhile.run();
            return PASSED;
        });
    }

    /** Making it a second time says that there is one. */
    private boolean reserved() {
        SlurmCommands.Answer answer = slurm.commands()
                .run(
                        List.of(
                                "scontrol",
                                "create",
                                "reservation",
                                "reservationname=slipway-run-1",
                                "nodes=n2",
                                "starttime=now",
                                "duration=1",
                                "users=root",
                                "flags=MAINT,IGNORE_JOBS"),
                        Duration.ofSeconds(30));
        if (answer.exit() == 0) {
            slurm.commands().run(List.of("scontrol", "delete", "reservation=slipway-run-1"), Duration.ofSeconds(30));
        }
        return answer.err().contains("Duplicate reservation name");
    }

    @Test
    void bothNodesAreReservedWhileTheTestRunsAndNoLonger() {
        List<Boolean> seen = new ArrayList<>();

        GateResult result = whileReserved(() -> seen.add(reserved()));

        assertThat(result).isEqualTo(PASSED);
        assertThat(seen).containsExactly(true);
        assertThat(reserved()).isFalse();
    }

    @Test
    void aTestThatBreaksLeavesNoReservation() {
        assertThatThrownBy(() -> whileReserved(() -> {
                    throw new IllegalStateException("the worker goes down");
                }))
                .hasMessage("the worker goes down");

        assertThat(reserved()).isFalse();
    }

    @Test
    void theReservationOfAnEarlierTryIsTakenOver() {
        GateResult result =
                whileReserved(() -> assertThat(whileReserved(() -> {})).isEqualTo(PASSED));

        assertThat(result).as("the inner try has ended it").isEqualTo(PASSED);
        assertThat(reserved()).isFalse();
    }

    @Test
    void whatSlurmDoesNotReserveIsSaidAndTheTestRunsUnderTheDrains() {
        GateResult result = reservations.during(ACT, new NodeRef("prod-a", "n99"), () -> PASSED);

        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.detail()).contains("not reserved", "nvalid node name");
    }
}
