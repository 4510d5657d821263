package dev.slipway.facts.nvidia;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.ToolVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DcgmDiagTest {
    private static DcgmDiag of(String sample, int exit, int gpus, String... skips) {
        return DcgmDiag.parse(Samples.bytes("dcgmi/" + sample), exit, gpus, List.of(skips));
    }

    @ParameterizedTest
    @CsvSource({
        "diag-json-per-gpu-uppercase-fail-skip.json, 226, 4, FAIL",
        "diag-r1-json-3x-exit205-but-pass.json, 205, 0, PASS",
        "diag-r1-json-3x-fail-and-warn.json, 226, 0, FAIL",
        "diag-r1-json-3x-pass.json, 0, 0, PASS",
        "diag-r1-json-3x-pass.json, 0, 8, UNKNOWN",
        "diag-r1-json-3x-warn.json, 0, 0, WARN",
        "diag-r1-json-4.2.3-gb10-persistence-fail.json, 226, 1, FAIL",
        "diag-r2-json-4.2.3-gb10-partial-skip.json, 226, 1, FAIL",
        "diag-r2-json-4.5.2-gb10-gated-skip.json, 226, 1, FAIL",
        "diag-r2-json-4.5.2-gb10-memory-pass.json, 226, 1, FAIL",
        "diag-r1-table-old-fail.txt, 0, 0, FAIL",
        "diag-r1-table-old-pass-cut.txt, 0, 0, UNKNOWN",
        "diag-r2-table-3.3.3-a100x8-pass.txt, 0, 8, PASS",
        "diag-r2-table-3.3.3-a100x8-pass.txt, 0, 9, FAIL",
        "diag-r2-table-4.2.3-pcie-internal-error.txt, 226, 4, INFRASTRUCTURE_ERROR",
        "diag-r2-table-4.4.1-b200x8-pcie-internal-error.txt, 226, 8, INFRASTRUCTURE_ERROR",
        "diag-r2-v-table-3.3.9-v100-pass.txt, 0, 1, PASS",
        "diag-r3-table-3.3.8-h100x8-fail-early-cuinit.txt, 226, 8, FAIL",
        "diag-r3-table-3.3.9-v100-pass.txt, 0, 1, PASS",
        "diag-r3-table-4.0.0-pass-4gpu.txt, 0, 4, PASS",
        "diag-r3-v-table-3.3.9-v100-pass.txt, 0, 1, PASS",
        "err-api-version-mismatch-4.7.0.txt, 1, 8, INFRASTRUCTURE_ERROR",
        "err-plugins-missing-4.4.1.txt, 226, 4, INFRASTRUCTURE_ERROR",
        "health-watches-not-enabled.txt, 0, 8, UNKNOWN",
    })
    void readsEveryLayout(String sample, int exit, int gpus, ToolVerdict verdict) {
        DcgmDiag diag = of(sample, exit, gpus, "EUD Test");

        assertThat(diag.verdict()).as(diag.toString()).isEqualTo(verdict);
        assertThat(diag.reasons().isEmpty()).isEqualTo(verdict == ToolVerdict.PASS);
    }

    @Test
    void saysThatAFailureIsOneOfConfiguration() {
        assertThat(of("diag-r1-json-4.2.3-gb10-persistence-fail.json", 226, 1).reasons())
                .containsExactly(
                        "software: Fail: Persistence Mode: Persistence mode for GPU 0 is disabled. Enable persistence"
                                + " mode by running \"nvidia-smi -i <gpuId> -pm 1 \" as root. (configuration)");
    }

    @Test
    void joinsTextsThatTheTableBroke() {
        assertThat(of("diag-r2-table-4.4.1-b200x8-pcie-internal-error.txt", 226, 8)
                        .reasons()
                        .getFirst())
                .contains("(11167) couldn't be parsed")
                .contains("value, object or array expected")
                .contains("Check DCGM and system logs");
    }

    @Test
    void doesNotTakeASkipForAPass() {
        assertThat(of("diag-r3-table-3.3.9-v100-pass.txt", 0, 1).verdict()).isEqualTo(ToolVerdict.SKIP);
        assertThat(json(result("pcie", 0, "Skip"), 0, 1, "pcie").verdict()).isEqualTo(ToolVerdict.SKIP);
    }

    @Test
    void wantsEveryGpuInEveryTest() {
        String tests =
                result("software", 0, "Pass") + "," + result("software", 1, "Pass") + "," + result("pcie", 0, "Pass");

        assertThat(json(tests, 0, 2).verdict()).isEqualTo(ToolVerdict.FAIL);
        assertThat(json(tests, 0, 2).reasons()).containsExactly("pcie: ran on 1 of 2 GPUs");
        assertThat(json(result("software", 0, "Pass"), 0, 1).verdict()).isEqualTo(ToolVerdict.PASS);
    }

    @Test
    void wantsTheTestsOfTheLevel() {
        byte[] out = report(result("software", 0, "Pass") + "," + result("memory", 0, "Pass"));

        DcgmDiag diag = DcgmDiag.parse(out, 0, 1, List.of(), DcgmDiag.required(2));
        assertThat(diag.verdict()).isEqualTo(ToolVerdict.UNKNOWN);
        assertThat(diag.reasons()).containsExactly("pcie is not in the report");
    }

    @ParameterizedTest
    @ValueSource(ints = {217, 235, 245})
    void takesAnErrorOfTheToolForNoVerdict(int exit) {
        assertThat(DcgmDiag.parse(new byte[0], exit, 8, List.of()).verdict())
                .isEqualTo(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(json(result("software", 0, "Pass"), exit, 1).verdict()).isEqualTo(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(json(result("software", 0, "Fail"), exit, 1).verdict()).isEqualTo(ToolVerdict.FAIL);
    }

    @Test
    void failsANodeOnWhichTheToolCountsTooFewGpus() {
        byte[] out = "Error: Number of GPUs does not match expected number. Expected: 8, Found: 7\n".getBytes(UTF_8);

        assertThat(DcgmDiag.parse(out, 226, 8, List.of()).verdict()).isEqualTo(ToolVerdict.FAIL);
    }

    @Test
    void doesNotPassAnExitStatusItDoesNotKnow() {
        assertThat(json(result("software", 0, "Pass"), 1, 1).verdict()).isEqualTo(ToolVerdict.UNKNOWN);
    }

    @Test
    void blocksOnAFabricManagerThatDcgmOnlyMonitors() {
        String test =
                "{\"name\":\"software\",\"results\":[{\"entity_group\":\"GPU\",\"entity_id\":0,\"status\":\"Pass\","
                        + "\"warnings\":[{\"warning\":\"Fabric Manager is not initialized\",\"error_severity\":1}]}]}";

        assertThat(json(test, 0, 1).verdict()).isEqualTo(ToolVerdict.WARN);
    }

    @Test
    void doesNotPassATruncatedReport() {
        byte[] whole = report(result("software", 0, "Pass"));
        for (int length = 0; length < whole.length; length++) {
            DcgmDiag diag = DcgmDiag.parse(java.util.Arrays.copyOf(whole, length), 0, 1, List.of());
            assertThat(diag.passed()).as("cut at " + length).isFalse();
        }
    }

    private static DcgmDiag json(String tests, int exit, int gpus, String... skips) {
        return DcgmDiag.parse(report(tests), exit, gpus, List.of(skips));
    }

    private static byte[] report(String tests) {
        return ("{\"DCGM Diagnostic\":{\"test_categories\":[{\"category\":\"x\",\"tests\":[" + tests + "]}]}}")
                .getBytes(UTF_8);
    }

    private static String result(String test, int gpu, String status) {
        return "{\"name\":\"" + test + "\",\"results\":[{\"entity_group\":\"GPU\",\"entity_id\":" + gpu
                + ",\"status\":\"" + status + "\"}]}";
    }
}
