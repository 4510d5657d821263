package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Route;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check is clean only if every member is at its baseline. */
class DriftExitTest {
    private static final String CHECK = "drift/prod-a-1";

    @TempDir
    Path folder;

    private static void found(RunningStarter starter, int reported, List<DriftReport.DriftLine> lines) {
        DriftReport report = new DriftReport(
                CHECK, "prod-a", 4, 4, 4 - reported, 0, 0, reported, false, lines, DriftReport.Unread.none());
        starter.ledger.driftReports().put(report, Instant.now());
    }

    private static DriftReport.DriftLine line(int node, String row) {
        String title = "a pinned field is off that no runbook changes";
        return new DriftReport.DriftLine("gpu-00" + node, row, "report bmcFw", title, "bmcFw", Route.Kind.REPORT);
    }

    @Test
    void aNodeThatIsReportedToAPersonIsNotClean() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            found(
                    starter,
                    2,
                    IntStream.of(1, 2).mapToObj(node -> line(node, "D16")).toList());

            Said shown = slipway(starter, "drift", "check", "--show", CHECK);
            Said json = slipway(starter, "drift", "check", "--show", CHECK, "--json");

            assertThat(shown.exit()).isEqualTo(Exit.NO);
            assertThat(shown.out()).contains("2 reported", "gpu-001", "gpu-002");
            assertThat(json.json().path("status").asText()).isEqualTo("differs");
            assertThat(json.json().path("counts").path("reported").asInt()).isEqualTo(2);
        }
    }

    /** The probe decides: what Ansible alone says is shown and changes no count. */
    @Test
    void theLineOfASecondSourceLeavesACheckClean() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            found(starter, 0, List.of(line(1, DriftReport.SECOND_SOURCE)));

            Said shown = slipway(starter, "drift", "check", "--show", CHECK, "--json");

            assertThat(shown.exit()).isEqualTo(Exit.OK);
            assertThat(shown.json().path("status").asText()).isEqualTo("clean");
        }
    }

    @Test
    void aFleetWithoutNodesIsNotClean() throws IOException {
        DriftReport report =
                new DriftReport(CHECK, "prod-a", 0, 0, 0, 0, 0, 0, false, List.of(), DriftReport.Unread.none());
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.driftReports().put(report, Instant.now());

            Said shown = slipway(starter, "drift", "check", "--show", CHECK);

            assertThat(shown.exit()).isEqualTo(Exit.NO);
            assertThat(shown.out()).contains("nothing was compared: fleet prod-a had no node");
        }
    }
}
