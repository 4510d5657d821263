package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a verdict stands on, where no captured sample shows it. */
class VerdictClausesTest {
    private static final String NCCL = """
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
              %s     268435456     float     sum      -1    19355   55.48  %s      %s    19189   55.96  %s      0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 480.1
            #
            """;

    private static ToolReport<?> parse(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.empty());
    }

    private static ToolReport<?> exited(String tool, String text, int exit) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.of(exit));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Failed to initialize NVML: Driver/library version mismatch|version-mismatch|FAIL",
                "No devices were found|no-devices|FAIL",
                "Unable to determine the device handle for GPU 0000:3B:00.0: GPU is lost.  Reboot the system|gpu-lost|FAIL",
                "Failed to initialize NVML: Insufficient Permissions|insufficient-permissions|INFRASTRUCTURE_ERROR",
                "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.|driver-not-reachable|FAIL"
            })
    void tellsTheErrorsOfNvidiaSmiApart(String said, String kind, ToolVerdict verdict) {
        ToolReport<?> parsed = parse("nvidia-smi", said + "\n");

        assertThat(parsed.facts().path("error").asText()).isEqualTo(kind);
        assertThat(parsed.verdict()).contains(verdict);
    }

    /** The sixth of them stands in a cell of a table that looks well. */
    @Test
    void seesAReadingThatIsAnError() {
        ToolReport<?> parsed = parse(
                "nvidia-smi",
                "| NVIDIA-SMI 470.57.02    Driver Version: 470.57.02    CUDA Version: 11.4     |\n"
                        + "|   0  Tesla V100-SXM2-32GB    On  | 00000000:15:00.0 Off |                 ERR! |\n"
                        + "| ERR!  ERR! ERR!   ERR! / 300W |      0MiB / 32510MiB |    ERR!      Default |\n"
                        + "+-------------------------------+----------------------+----------------------+\n");

        assertThat(parsed.facts().at("/gpus/0/err").asBoolean()).isTrue();
        assertThat(parsed.verdict()).isPresent().isNotEqualTo(java.util.Optional.of(ToolVerdict.PASS));
    }

    /** What a GPU does not report is null, in every cell of the table. */
    @Test
    void aReadingThatDoesNotApplyIsNull() {
        ToolReport<?> parsed = parse(
                "nvidia-smi",
                "| NVIDIA-SMI 470.57.02    Driver Version: 470.57.02    CUDA Version: 11.4     |\n"
                        + "|   0  Tesla V100-SXM2-32GB    On  | 00000000:15:00.0 Off |                    0 |\n"
                        + "| N/A   N/A    P0    N/A / 300W |      0MiB / 32510MiB |     N/A      Default |\n"
                        + "+-------------------------------+----------------------+----------------------+\n"
                        + "|    0   N/A  N/A      1234      C   python                                N/A |\n"
                        + "+-----------------------------------------------------------------------------+\n");

        assertThat(parsed.facts().at("/gpus/0/temperature").isNull()).isTrue();
        assertThat(parsed.facts().at("/gpus/0/utilisation").isNull()).isTrue();
        assertThat(parsed.facts().at("/processes/0/memoryMiB").isNull()).isTrue();
    }

    @Test
    void countsOnlyRowsOfOneGibibyteAndMore() {
        ToolReport<?> large = parse("nccl-tests", NCCL.formatted("1073741824", "480.10", "0", "480.00"));
        ToolReport<?> small = parse("nccl-tests", NCCL.formatted("1073741823", "480.10", "0", "480.00"));

        assertThat(large.verdict()).contains(ToolVerdict.PASS);
        assertThat(large.facts().path("bestBusbwGBs").asDouble()).isEqualTo(480.1);
        assertThat(small.facts().has("bestBusbwGBs")).isFalse();
    }

    /** One wrong element in one row is enough, whatever the summary says. */
    @Test
    void failsOnAWrongElementThatTheSummaryDoesNotCount() {
        ToolReport<?> parsed = parse("nccl-tests", NCCL.formatted("1073741824", "480.10", "1", "480.00"));

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().path("wrong").asInt()).isEqualTo(1);
    }

    /** 480,10 is neither 480 nor 48010. */
    @ParameterizedTest
    @ValueSource(strings = {"480,10", "4.801,0", "480.10.3", "nan", "-480.10", "٤٨٠"})
    void neverPassesANumberThatItCannotRead(String busbw) {
        ToolReport<?> parsed = parse("nccl-tests", NCCL.formatted("1073741824", busbw, "0", busbw));

        assertThat(parsed.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parsed.facts().has("bestBusbwGBs")).isFalse();
    }

    /** JSON that is there counts before the exit status, and a report that is not whole does not pass with a good one. */
    @Test
    void readsTheReportBeforeTheExitStatus() {
        String report =
                "{\"DCGM Diagnostic\":{\"test_categories\":[{\"category\":\"x\",\"tests\":[{\"name\":\"software\","
                        + "\"results\":[{\"entity_group\":\"GPU\",\"entity_id\":0,\"status\":\"%s\"}]}]}]}}";

        assertThat(exited("dcgmi", report.formatted("Pass"), 205).verdict()).contains(ToolVerdict.PASS);
        assertThat(exited("dcgmi", report.formatted("FAIL"), 0).verdict()).contains(ToolVerdict.FAIL);
        assertThat(exited("dcgmi", report.formatted("fail"), 217).verdict()).contains(ToolVerdict.FAIL);
        assertThat(exited("dcgmi", report.formatted("Skip"), 0).verdict()).contains(ToolVerdict.SKIP);
        assertThat(exited("dcgmi", report.formatted("Pass").substring(0, 90), 0).verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "ii, installed, false",
        "hi, installed, true",
        "iF, half-configured, false",
        "iH, half-installed, false",
        "iU, unpacked, false",
        "rc, config-files, false",
        "hF, half-configured, true"
    })
    void tellsTheStatesOfPackagesApart(String letters, String state, boolean held) {
        ToolReport<?> parsed = parse("packages", letters + "  nvidia-dkms-570  570.133.20-0ubuntu1  amd64  text\n");

        assertThat(parsed.facts().at("/packages/0/state").asText()).isEqualTo(state);
        assertThat(parsed.facts().at("/packages/0/held").asBoolean()).isEqualTo(held);
        assertThat(parsed.facts().at("/packages/0/installed").asBoolean()).isEqualTo(state.equals("installed"));
    }
}
