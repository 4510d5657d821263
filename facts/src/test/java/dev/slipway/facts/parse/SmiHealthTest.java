package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code nvidia-smi} and {@code lspci} say of a node's health, where no captured sample shows it. */
class SmiHealthTest {
    private static final String TABLE = """
            +-----------------------------------------------------------------------------------------+
            | NVIDIA-SMI 580.65.06              Driver Version: 580.65.06      CUDA Version: 13.0     |
            +-----------------------------------------+------------------------+----------------------+
            |   0  NVIDIA H200                    On  |   00000000:0F:00.0 Off |                    %s |
            | N/A   29C    P0             76W /  700W |       0MiB / 143771MiB |      0%%      Default |
            |                                         |                        |             Disabled |
            +-----------------------------------------+------------------------+----------------------+
            """;

    private static String sample(String tool, String name) {
        return new String(Expectations.bytes(tool, name), UTF_8);
    }

    private static ToolReport<?> parse(String text) {
        return ToolParsers.parse("nvidia-smi", text.getBytes(UTF_8), OptionalInt.empty());
    }

    private static ToolReport<?> exited(String tool, String text, int exit) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.of(exit));
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia-smi, q-h200-590.48.01.txt",
        "nvidia-smi, q-page-retirement-a100x8-ok.txt",
        "nvidia-smi, nvlink-s-h200-mig-unsupported.txt",
        "nvidia-smi-xml, xml-a10g.xml"
    })
    void aCutThatTheFormatShowsNeverPassesWithExitStatusZero(String tool, String name) {
        List<String> lines = sample(tool, name).stripTrailing().lines().toList();

        for (int at = 0; at < lines.size(); at++) {
            String cut = String.join("\n", lines.subList(0, at)) + "\n";
            assertThat(exited(tool, cut, 0).verdict())
                    .as("cut before line " + (at + 1))
                    .isNotEqualTo(Optional.of(ToolVerdict.PASS));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GPU Recovery Action, Reset, FAIL",
        "GPU Recovery Action, Drain P2P, FAIL",
        "SRAM Threshold Exceeded, Yes, FAIL",
        "Channel Repair Pending, Yes, FAIL",
        "TPC Repair Pending, GPU requires reset, FAIL",
        "Unrepairable Memory, Yes, FAIL",
        "Remapping Failure Occurred, Yes, FAIL",
        "HW Slowdown, Active, WARN",
        "HW Thermal Slowdown, Unknown Error, FAIL",
        "State, In Progress, UNKNOWN",
        "State, what a later release says, UNKNOWN",
        "Status, NVML_ERROR_UNKNOWN, FAIL",
        "Summary, Unhealthy, FAIL",
        "Bandwidth, Degraded, FAIL",
        "Route Unhealthy, True, FAIL",
        "Fan Speed, ERR!, FAIL"
    })
    void weighsAllThatTheDriverSaysOfHealth(String key, String value, ToolVerdict verdict) {
        String whole = sample("nvidia-smi", "q-h200-590.48.01.txt");
        String sick = whole.replaceFirst("(?m)^( +" + key + " +: ).*$", "$1" + value);

        assertThat(sick).isNotEqualTo(whole);
        assertThat(parse(whole).verdict()).contains(ToolVerdict.PASS);
        assertThat(parse(sick).verdict()).as(parse(sick).reasons().toString()).contains(verdict);
    }

    @Test
    void weighsUncorrectableErrorsSinceTheDriverWasLoaded() {
        String whole = sample("nvidia-smi", "q-h200-590.48.01.txt");
        String sick = whole.replaceFirst("(DRAM Uncorrectable +: )0", "$12");

        assertThat(parse(sick).verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(TABLE.formatted("1")).verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(TABLE.formatted("0")).verdict()).isEmpty();
    }

    /** That a warning is all is known only where the whole output is. */
    @Test
    void warnsOfSlowClocksOnlyWhereNothingWorseCanBeMissing() {
        String slow =
                sample("nvidia-smi", "q-h200-590.48.01.txt").replaceFirst("(HW Slowdown +: )Not Active", "$1Active");

        assertThat(parse(slow).verdict()).contains(ToolVerdict.WARN);
        assertThat(parse(slow.replaceFirst("(?m)^ +GPU Recovery Action.*\n", ""))
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void weighsTheColumnsOfAQuery() {
        String head = "index, pci.bus_id, gpu_recovery_action, remapped_rows.pending\n";

        assertThat(exited("nvidia-smi", head + "0, 00000000:0F:00.0, None, No\n", 0)
                        .verdict())
                .contains(ToolVerdict.PASS);
        assertThat(parse(head + "0, 00000000:0F:00.0, None, No\n").verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parse(head + "0, 00000000:0F:00.0, None, Yes\n").verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(head + "0, 00000000:0F:00.0, [Unknown Error], No\n")
                        .facts()
                        .at("/rows/0/gpu_recovery_action")
                        .asText())
                .isEqualTo("[Unknown Error]");
        assertThat(parse("driver_version\n570.133.20\n")
                        .facts()
                        .at("/rows/0/driver_version")
                        .asText())
                .isEqualTo("570.133.20");
    }

    @Test
    void linksPassOnlyWithTheExitStatusAndAllOfThem() {
        String links = sample("nvidia-smi", "nvlink-status-a100x8.txt");

        assertThat(exited("nvidia-smi", links, 0).verdict()).contains(ToolVerdict.PASS);
        assertThat(exited("nvidia-smi", links.replaceFirst("(?m)^\\s+Link 11: .*\n", ""), 0)
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
        assertThat(parse("GPU 0: A (UUID: GPU-1)\n\t Link 0: <inactive>\n\t Link 1: 25 GB/s\n")
                        .verdict())
                .contains(ToolVerdict.FAIL);
        assertThat(exited(
                                "nvidia-smi",
                                "GPU 0: A (UUID: GPU-1)\n\t Link 0: Replay Errors: 0\n\t Link 0: CRC Errors: 40\n",
                                0)
                        .verdict())
                .contains(ToolVerdict.FAIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The following GPUs could not be reset:\n  GPU 00000000:3B:00.0: Unknown Error\n",
                "The following GPUs could not be reset:\n  GPU 00000000:3B:00.0: Not Supported\n",
                "The following GPUs could not be reset:\n",
                "GPU Reset couldn't run because GPU 00000000:06:00.0 is the primary GPU.\n",
                "Resetting GPU 00000000:06:00.0 is not supported.\n"
            })
    void aRefusedResetFailsWhateverTheReason(String said) {
        assertThat(parse(said).verdict()).contains(ToolVerdict.FAIL);
        assertThat(parse(said).facts().path("error").asText()).isEqualTo("reset-refused");
    }

    @Test
    void aResetPassesByItsEnd() {
        String done = "GPU 00000000:3B:00.0 was successfully reset.\n";

        assertThat(parse(done + "All done.\n").verdict()).contains(ToolVerdict.PASS);
        assertThat(parse(done).verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void readsTablesThatAreCutOnTheRightOrHaveNoHead() {
        String table = TABLE.formatted("0");
        String narrow = String.join(
                "\n", table.lines().map(line -> line.substring(0, 66)).toList());
        String rows = String.join("\n", table.lines().skip(3).toList());

        assertThat(parse(narrow).truncated()).isTrue();
        assertThat(parse(narrow).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parse(narrow).facts().at("/gpus/0/address").asText()).isEqualTo("0000:0f:00.0");
        assertThat(parse(rows).facts().path("gpus")).hasSize(1);
        assertThat(parse(rows).verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @Test
    void readsATopologyBetweenBlanks() {
        ToolReport<?> parsed = parse("""
                        GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity   GPU NUMA ID
                GPU0     X      NV18    PXB     0-47,96-143     0               N/A
                GPU1    NV18     X      SYS     48-95,144-191   1               N/A
                NIC0    PXB     SYS      X
                """);

        assertThat(parsed.facts().path("gpus").asInt()).isEqualTo(2);
        assertThat(parsed.facts().at("/devices/0/paths/GPU1").asText()).isEqualTo("NV18");
        assertThat(parsed.facts().at("/devices/1/cpuAffinity").asText()).isEqualTo("48-95,144-191");
        assertThat(parsed.facts().at("/devices/0/gpuNumaId").isNull()).isTrue();
        assertThat(parsed.verdict()).isEmpty();
    }

    @Test
    void readsTheInstancesOfMig() {
        ToolReport<?> parsed = parse("""
                +-------------------------------------------------------+
                | GPU instances:                                        |
                | GPU   Name             Profile  Instance   Placement  |
                |                          ID       ID       Start:Size |
                |=======================================================|
                |   0  MIG 1g.18gb         19        9          4:1     |
                +-------------------------------------------------------+
                """);

        assertThat(parsed.facts().at("/instances/0/profile").asText()).isEqualTo("1g.18gb");
        assertThat(parsed.facts().at("/instances/0/instance").asInt()).isEqualTo(9);
        assertThat(parsed.facts().at("/instances/0/placement").asText()).isEqualTo("4:1");
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void readsSeveralOutputsInOnePasteEachForItself() {
        String links = sample("nvidia-smi", "nvlink-status-all-inactive.txt");
        ToolReport<?> both = parse(sample("nvidia-smi", "q-h200-590.48.01.txt") + links);

        assertThat(both.verdict()).contains(ToolVerdict.FAIL);
        assertThat(both.facts().path("outputs")).hasSize(2);
        assertThat(both.facts().at("/outputs/1/facts/gpus/0/state").asText()).isEqualTo("all-inactive");
    }

    @ParameterizedTest
    @CsvSource({"15, FAIL", "14, FAIL", "9, FAIL", "6, UNKNOWN", "255, UNKNOWN"})
    void aFailingStatusIsAVerdictWhereTheOutputHasNone(int status, ToolVerdict verdict) {
        assertThat(exited("nvidia-smi", TABLE.formatted("0"), status).verdict()).contains(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3b:00.0 3D controller: NVIDIA Corporation Device 2330 (rev ff) (prog-if ff)|FAIL",
                "0000:3b:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2330] (rev a1)\\n\\t!!! Unknown header type 7f|FAIL",
                "3b:00.1 Audio device: NVIDIA Corporation TU102 Audio (rev ff)|FAIL",
                "3b:00.0 Unassigned class [ffff]: Illegal Vendor ID Device ffff (rev ff)|FAIL",
                "lspci: Cannot find any working access method.|INFRASTRUCTURE_ERROR"
            })
    void seesADeviceThatLeftTheBus(String printed, ToolVerdict verdict) {
        String text = printed.replace("\\n", "\n").replace("\\t", "\t") + "\n";

        assertThat(ToolParsers.parse("lspci", text.getBytes(UTF_8), OptionalInt.empty())
                        .verdict())
                .contains(verdict);
    }

    @Test
    void weighsTheLanesOfAGpu() {
        String gpu = "19:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)\n"
                + "\t\tLnkSta:\tSpeed 32GT/s (ok), Width x8 (downgraded)\n";

        assertThat(exited("lspci", gpu, 0).verdict()).contains(ToolVerdict.WARN);
        assertThat(exited("lspci", gpu, 1).verdict()).contains(ToolVerdict.UNKNOWN);
    }
}
