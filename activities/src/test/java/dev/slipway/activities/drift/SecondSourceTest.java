package dev.slipway.activities.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.ledger.DriftRows;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecondSourceTest {
    @TempDir
    Path folder;

    private List<DriftReport.DriftLine> lines(AnsibleComparison.Kind whole, AnsibleComparison.Kind drifted) {
        AnsibleComparison second = (report, fleet, members) -> {
            Map<NodeRef, AnsibleComparison.Opinion> opinions = new HashMap<>();
            members.keySet()
                    .forEach(node -> opinions.put(
                            node,
                            new AnsibleComparison.Opinion(node.equals(ScannedFleet.ref(0)) ? whole : drifted, "said")));
            return opinions;
        };
        try (ScannedFleet fleet = new ScannedFleet(
                folder,
                second,
                ScannedFleet.whole(0),
                ScannedFleet.whole(1).with(new Condition.Runs(SoftwareSet.previous())))) {
            DriftReport report = fleet.check();
            assertThat(List.of(report.matching(), report.drifted())).containsExactly(1, 1);
            List<DriftReport.DriftLine> unconfirmed = report.lines().stream()
                    .filter(line -> line.row().equals(DriftReport.SECOND_SOURCE))
                    .toList();
            assertThat(report.goals().unconfirmed()).isEqualTo(unconfirmed.size());
            return unconfirmed;
        }
    }

    @Test
    void sourcesThatAgreeAddNothing() {
        assertThat(lines(AnsibleComparison.Kind.SAME, AnsibleComparison.Kind.DIFFERS))
                .isEmpty();
    }

    @Test
    void whereTheyDisagreeTheReportSaysSoAndTheProbeStillCounts() {
        assertThat(lines(AnsibleComparison.Kind.DIFFERS, AnsibleComparison.Kind.SAME))
                .extracting(line -> line.node() + ": " + line.summary())
                .containsExactly(
                        "gpu-000: the probe finds no difference, Ansible does: said",
                        "gpu-001: the probe finds a difference, Ansible does not: said");
    }

    /** Unknown is never clean. */
    @Test
    void aSourceThatCouldNotTellIsALine() {
        assertThat(lines(AnsibleComparison.Kind.UNKNOWN, AnsibleComparison.Kind.DIFFERS))
                .extracting(DriftReport.DriftLine::title)
                .containsExactly("Ansible could not tell");
    }

    private static Optional<String> title(Route route, AnsibleComparison.Kind kind) {
        Diagnosed row = new Diagnosed("D12", "missed wave or stale image", route, List.of());
        return DriftReportBuilder.compare(
                        DriftReportBuilder.judged(0, ScannedFleet.ref(0), row),
                        new AnsibleComparison.Opinion(kind, "said"))
                .flatMap(DriftRows.Row::line)
                .map(DriftReport.DriftLine::title);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONVERGE", "SETTINGS", "IMAGE", "BOOT"})
    void aDriftedNodeIsComparedWhateverWouldRepairIt(String procedure) {
        Route route = Route.perform(procedure, "", "");

        assertThat(title(route, AnsibleComparison.Kind.SAME))
                .contains("the probe finds a difference, Ansible does not");
        assertThat(title(route, AnsibleComparison.Kind.DIFFERS)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Route.Kind.class,
            names = {"REPORT", "HOLD", "DIVERT"})
    void aNodeThatNoRolloutWouldChangeIsNotCompared(Route.Kind kind) {
        Route route = new Route(kind, "why");

        assertThat(title(route, AnsibleComparison.Kind.SAME)).isEmpty();
        assertThat(title(route, AnsibleComparison.Kind.DIFFERS)).isEmpty();
    }
}
