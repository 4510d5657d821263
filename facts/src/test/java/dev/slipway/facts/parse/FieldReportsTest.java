package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Outputs that people showed in public threads and that are among no samples; each test names its thread. */
class FieldReportsTest {
    private static ToolReport<?> parse(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.empty());
    }

    /** github.com/NVIDIA/DCGM/issues/198: the diagnostic passes although every link is down. */
    @Test
    void seesThatAllLinksAreDown() {
        String down = "D ".repeat(18).strip();
        ToolReport<?> parsed = parse(
                "dcgmi",
                "dcgmi nvlink --link-status\n+----------------------+\n|  NvLink Link Status  |\n+----------------------+\n"
                        + "GPUs:\n    gpuId 0:\n        " + down + "\n    gpuId 1:\n        " + down
                        + "\nNvSwitches:\n    No NvSwitches found.\n\nKey: Up=U, Down=D, Disabled=X, Not Supported=_\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/gpus/1/down")).hasSize(18);
        assertThat(parsed.facts().at("/gpus/1/up").asInt()).isZero();
        assertThat(parsed.unparsed()).isEmpty();
    }

    /** github.com/leptonai/gpud/issues/1085: a driver that writes inActive. */
    @Test
    void readsInactiveLinksInAnyCase() {
        ToolReport<?> parsed = parse(
                "nvidia-smi",
                "GPU 2: NVIDIA B200 (UUID: GPU-xxx)\nNVML: Unable to retrieve NVLink information as all links are inActive\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/gpus/0/state").asText()).isEqualTo("all-inactive");
    }

    /** github.com/NVIDIA/gpu-operator/issues/610: a fabric manager without switches, dates in the words of the place. */
    @Test
    void namesWhyAFabricManagerFindsNothingToDo() {
        ToolReport<?> parsed = parse(
                "fabricmanager",
                "11月 15 14:15:47 node-a systemd[1]: Starting NVIDIA fabric manager service...\n"
                        + "11月 15 14:15:47 node-a nv-fabricmanager[4177]: request to query NVSwitch device information from"
                        + " NVSwitch driver failed with error:WARNING Nothing to do [NV_WARN_NOTHING_TO_DO]\n"
                        + "11月 15 14:15:47 node-a systemd[1]: nvidia-fabricmanager.service: Control process exited,"
                        + " code=exited, status=1/FAILURE\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().path("cause").asText()).isEqualTo("no-nvswitch-found");
        assertThat(parsed.unparsed()).isEmpty();
    }

    /** github.com/NVIDIA/NVSentinel/issues/155: three lines, and the probe that failed after them. */
    @Test
    void readsALossOfThreeLinesInAJournal() {
        String head = "Feb 14 05:03:42 gpu-1 kernel: ";
        ToolReport<?> parsed = parse(
                "kernel-log",
                head + "NVRM: The NVIDIA GPU 0000:b3:00.0\n" + head
                        + "NVRM: (PCI ID: 10de:2335) installed in this system has\n" + head
                        + "NVRM: fallen off the bus and is not responding to commands.\n" + head
                        + "NVRM: The NVIDIA probe routine failed for 1 device(s).\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/incidents")).hasSize(1);
        assertThat(parsed.facts().at("/events/0/address").asText()).isEqualTo("0000:b3:00.0");
        assertThat(parsed.facts().at("/events/0/pciId").asText()).isEqualTo("10de:2335");
        assertThat(parsed.facts().at("/events/1/kind").asText()).isEqualTo("probe-failed");
    }

    /** github.com/NVIDIA/DCGM/issues/139: the tool and its engine come from different releases. */
    @Test
    void seesThatToolAndEngineDiffer() {
        ToolReport<?> parsed = parse(
                "dcgmi",
                "Version : 3.3.1\nBuild ID : 2\nCPU Arch : x86_64\n\nHostengine build info:\nVersion : 3.3.0\nBuild ID : 1\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.WARN);
        assertThat(parsed.facts().at("/hostengine/version").asText()).isEqualTo("3.3.0");
    }

    /** A journal over two boots: the same code after a reboot is another event, and lines that were left out are told. */
    @Test
    void keepsTheBootsOfAJournalApart() {
        String xid = "[  100.1] NVRM: Xid (PCI:0000:19:00): 79, pid=1, name=a, GPU has fallen off the bus.\n";
        ToolReport<?> parsed = parse(
                "kernel-log",
                "[    0.0] Linux version 6.8.0-60-generic (x) #63\n" + xid
                        + "[  101.0] net_ratelimit: 12 callbacks suppressed\n"
                        + "[    0.0] Linux version 6.8.0-60-generic (x) #63\n" + xid
                        + "[  102.0] NVRM: Rate limiting GSP RPC error prints for GPU at PCI:0000:19:00\n");
        assertThat(parsed.facts().path("boots").asInt()).isEqualTo(2);
        assertThat(parsed.facts().at("/events")).hasSize(2);
        assertThat(parsed.facts().at("/events/1/boot").asInt()).isEqualTo(2);
        assertThat(parsed.facts().at("/incidents/0/count").asInt()).isEqualTo(2);
        assertThat(parsed.facts().path("suppressed").asInt()).isEqualTo(12);
        assertThat(parsed.facts().path("rateLimited").asBoolean()).isTrue();
    }
}
