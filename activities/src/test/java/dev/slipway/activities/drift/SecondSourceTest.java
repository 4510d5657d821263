package dev.slipway.activities.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.DriftReport;
import dev.slipway.model.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SecondSourceTest {
    @TempDir
    Path folder;

    private List<DriftReport.DriftLine> lines(SecondSource.Kind whole, SecondSource.Kind drifted) {
        SecondSource second = (report, fleet, members) -> {
            Map<NodeRef, SecondSource.Opinion> opinions = new HashMap<>();
            members.keySet()
                    .forEach(node -> opinions.put(
                            node, new SecondSource.Opinion(node.equals(ScannedFleet.ref(0)) ? whole : drifted, "said")));
            return opinions;
        };
        try (ScannedFleet fleet = new ScannedFleet(
                folder,
                second,
                ScannedFleet.whole(0),
                ScannedFleet.whole(1).with(new Condition.Runs(SoftwareSet.previous())))) {
            DriftReport report = fleet.check();
            assertThat(List.of(report.matching(), report.drifted())).containsExactly(1, 1);
            return report.lines().stream()
                    .filter(line -> line.row().equals("second-source"))
                    .toList();
        }
    }

    @Test
    void sourcesThatAgreeAddNothing() {
        assertThat(lines(SecondSource.Kind.SAME, SecondSource.Kind.DIFFERS)).isEmpty();
    }

    @Test
    void whereTheyDisagreeTheReportSaysSoAndTheProbeStillCounts() {
        assertThat(lines(SecondSource.Kind.DIFFERS, SecondSource.Kind.SAME))
                .extracting(line -> line.node() + ": " + line.title() + ": " + line.summary())
                .containsExactly(
                        "gpu-000: The second source finds a difference, the probe finds none: said",
                        "gpu-001: The second source finds no difference, the probe finds one: said");
    }

    /** Unknown is never clean. */
    @Test
    void aSourceThatCouldNotTellIsALine() {
        assertThat(lines(SecondSource.Kind.UNKNOWN, SecondSource.Kind.DIFFERS))
                .extracting(DriftReport.DriftLine::title)
                .containsExactly("The second source could not tell");
    }
}
