package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final List<String> CHANGED = List.of(
            "datacenter-gpu-manager-4-core 1:4.2.3-1 → 1:4.4.1-1",
            "nvidia-driver-570-server 570.124.06-0ubuntu1 → 570.133.20-0ubuntu1");

    private static List<String> printed(Report.Node... nodes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Report("image-drift", "in-memory", 60, true, List.of(), List.of(nodes))
                .print(new Screen(new PrintStream(out, true, StandardCharsets.UTF_8), Screen.Size.ENDLESS));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void saysHowManyPackagesChangedAndTheDriversVersions() {
        List<String> lines = printed(new Report.Node("gpu-001", "CONVERGED", "D5", CHANGED, 12, null));
        assertThat(lines)
                .startsWith(
                        "",
                        "NODE     OUTCOME    ROW   TOOK",
                        "gpu-001  CONVERGED  D5    12 s",
                        "         2 packages: nvidia-driver-570-server 570.124.06 → 570.133.20, …");
    }

    @Test
    void alignsColumnsToTheLongestOutcomeAndCutsALongReasonAt80Columns() {
        String reason =
                "ROLLED_BACK(dcgmi diag -r 1: G7 FAIL: memory (PASS last week) failed on GPU 3 with a very long explanation)";
        List<String> lines = printed(
                new Report.Node("gpu-001", reason, "D5", List.of(), 12, null),
                new Report.Node("gpu-002", "CONVERGED", "D4", List.of("one hold"), 9, null));
        assertThat(lines.get(2)).isEqualTo("gpu-001  ROLLED_BACK  D5    12 s");
        assertThat(lines.get(3))
                .startsWith("         dcgmi diag -r 1: G7 FAIL: memory (PASS last week) failed on GPU 3")
                .hasSize(80)
                .endsWith("…");
        assertThat(lines.get(4)).isEqualTo("gpu-002  CONVERGED    D4    9 s");
        assertThat(lines.get(5)).isEqualTo("         one hold");
    }
}
