package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tables that no sample shows, in the layouts that the tools' documents and sources give. */
class TablesTest {
    private static ToolReport<?> parse(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.empty());
    }

    @Test
    void namesTheSystemThatIsNotHealthyAndItsMessage() {
        ToolReport<?> parsed = parse("dcgmi", """
                +---------------------------+----------------------------------------------------------+
                | Health Monitor Report                                                                |
                +===========================+==========================================================+
                | Overall Health            | Failure                                                  |
                | GPU                       |                                                          |
                | -> 3                      | Failure                                                  |
                |    -> Errors              |                                                          |
                |       -> Memory system    | Failure                                                  |
                |                           | A DBE has been detected on GPU 3,                        |
                |                           | drain the GPU and reset it.                              |
                | NvSwitch                  |                                                          |
                | -> 1                      | Warning                                                  |
                |    -> Errors              |                                                          |
                |       -> NVSwitch non-fatal system | Warning                                         |
                +---------------------------+----------------------------------------------------------+
                """);

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/entities/0/id").asInt()).isEqualTo(3);
        assertThat(parsed.facts().at("/entities/0/systems/0/system").asText()).isEqualTo("Memory system");
        assertThat(parsed.facts().at("/entities/0/systems/0/message").asText())
                .isEqualTo("A DBE has been detected on GPU 3, drain the GPU and reset it.");
        assertThat(parsed.facts().at("/entities/1/kind").asText()).isEqualTo("NvSwitch");
        assertThat(parsed.reasons()).contains("GPU 3: Memory system: Failure");
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void readsTheHealthReportOfDcgmOne() {
        ToolReport<?> parsed = parse("dcgmi", """
                Health Monitor Report
                +----------------+-----------------------------------------------------------+
                | Group 1        | Overall Health: Warning                                   |
                +================+===========================================================+
                | GPU ID: 0      | Warning                                                   |
                |                | PCIe system: Warning - Detected more than 8 PCIe          |
                |                | replays per minute for GPU 0: 13                          |
                +----------------+-----------------------------------------------------------+
                """);

        assertThat(parsed.verdict()).contains(ToolVerdict.WARN);
        assertThat(parsed.facts().at("/entities/0/systems/0/system").asText()).isEqualTo("PCIe");
        assertThat(parsed.facts().at("/entities/0/systems/0/message").asText())
                .isEqualTo("Detected more than 8 PCIe replays per minute for GPU 0: 13");
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void tellsWhichModuleOfDcgmDidNotLoad() {
        ToolReport<?> parsed = parse("dcgmi", """
                +-----------+--------------------+--------------------------------------------------+
                | List Modules                                                                      |
                | Status: Success                                                                   |
                +===========+====================+==================================================+
                | Module ID | Name               | State                                            |
                +-----------+--------------------+--------------------------------------------------+
                | 0         | Core               | Loaded                                           |
                | 4         | Health             | Failed to load                                   |
                | 5         | Policy             | Not loaded                                       |
                +-----------+--------------------+--------------------------------------------------+
                """);

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.reasons()).containsExactly("module Health: Failed to load");
        assertThat(parsed.facts().path("modules")).hasSize(3);
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void countsTheSwitchesThatDiscoveryLists() {
        ToolReport<?> parsed = parse("dcgmi", """
                1 GPU found.
                +--------+----------------------------------------------------------------------+
                | GPU ID | Device Information                                                   |
                +--------+----------------------------------------------------------------------+
                | 0      | Name: NVIDIA H100 80GB HBM3                                          |
                |        | PCI Bus ID: 00000000:18:00.0                                         |
                |        | Device UUID: GPU-4a4ff6b6                                            |
                +--------+----------------------------------------------------------------------+
                2 NvSwitches found.
                +-----------+
                | Switch ID |
                +-----------+
                | 0         |
                | 1         |
                +-----------+
                """);

        assertThat(parsed.facts().path("switches")).hasSize(2);
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void readsTheQueueAsSqueuePrintsIt() {
        ToolReport<?> parsed = parse("slurm", """
                             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
                             12345       gpu    train    alice  R    1:02:03      2 gpu-[041-042]
                           12346_7       gpu     eval      bob PD       0:00      1 (Resources)
                """);

        assertThat(parsed.facts().path("jobs")).hasSize(2);
        assertThat(parsed.facts().at("/jobs/0/nodes").asText()).isEqualTo("gpu-[041-042]");
        assertThat(parsed.facts().at("/jobs/1/reason").asText()).isEqualTo("(Resources)");
        assertThat(parsed.facts().path("idle").asBoolean()).isFalse();
        assertThat(parsed.unparsed()).isEmpty();

        ToolReport<?> none = parse(
                "slurm", "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n");
        assertThat(none.facts().path("idle").asBoolean()).isTrue();
        assertThat(parse("slurm", "").facts().has("idle")).isFalse();
    }

    @Test
    void readsListsOfUnits() {
        ToolReport<?> parsed = parse("systemd", """
                  UNIT                         LOAD   ACTIVE SUB     DESCRIPTION
                ● nvidia-fabricmanager.service loaded failed failed  NVIDIA fabric manager service
                  nvidia-persistenced.service  loaded active running NVIDIA Persistence Daemon

                LOAD   = Reflects whether the unit definition was properly loaded.
                2 loaded units listed.
                """);
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.reasons()).containsExactly("nvidia-fabricmanager.service failed");
        assertThat(parsed.facts().path("units")).hasSize(2);
        assertThat(parsed.unparsed()).isEmpty();

        ToolReport<?> files = parse("systemd", """
                UNIT FILE                    STATE    PRESET
                nvidia-fabricmanager.service enabled  enabled
                nvidia-imex.service          disabled enabled

                2 unit files listed.
                """);
        assertThat(files.facts().at("/units/1/enabled").asText()).isEqualTo("disabled");
        assertThat(files.verdict()).isEmpty();
        assertThat(files.unparsed()).isEmpty();
    }

    @Test
    void readsSmallPrintThatNoSampleShows() {
        ToolReport<?> mismatch = parse("kernel-log", """
                [  130.000000] NVRM: API mismatch: the client has the version 570.133.20, but
                               NVRM: this kernel module has the version 570.158.01.  Please
                               NVRM: make sure that this kernel module and all NVIDIA driver
                               NVRM: components have the same version.
                """);
        assertThat(mismatch.facts().at("/events/0/client").asText()).isEqualTo("570.133.20");
        assertThat(mismatch.facts().at("/events/0/module").asText()).isEqualTo("570.158.01");

        ToolReport<?> handle =
                parse("nvidia-smi", "Unable to determine the device handle for GPU1: 0000:2A:00.0: Unknown Error\n");
        assertThat(handle.facts().path("gpu").asText()).isEqualTo("0000:2a:00.0");

        ToolReport<?> excerpt = parse("nvidia-smi", """
                GPU 00000000:18:00.0
                    Fabric
                        State                             : In Progress
                        Status                            : N/A
                """);
        assertThat(excerpt.facts().at("/gpus/0/fabricState").asText()).isEqualTo("In Progress");
        assertThat(excerpt.truncated()).isTrue();

        ToolReport<?> ofed = parse("versions", "MLNX_OFED_LINUX-24.10-0.7.0.0:\n");
        assertThat(ofed.facts().at("/versions/ofed").asText()).isEqualTo("24.10-0.7.0.0");
    }

    @Test
    void blamesTheModuleAndNotTheCallWhenABuildFails() {
        ToolReport<?> parsed = parse("dkms", """
                Building module:
                Error! Bad return status for module build on kernel: 6.8.0-64-generic (x86_64)
                Consult /var/lib/dkms/nvidia/570.133.20/build/make.log for more information.
                """);

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().path("failure").asText()).isEqualTo("build-failed");
        assertThat(parsed.facts().path("kernel").asText()).isEqualTo("6.8.0-64-generic");
        assertThat(parsed.facts().path("log").asText()).isEqualTo("/var/lib/dkms/nvidia/570.133.20/build/make.log");
        assertThat(parse("dkms", "Error! Could not locate dkms.conf file.\n").verdict())
                .contains(ToolVerdict.INFRASTRUCTURE_ERROR);
    }

    @Test
    void keepsAGpuInTheTableWhoseEveryReadingIsAnError() {
        ToolReport<?> parsed = parse("nvidia-smi", """
                +-----------------------------------------------------------------------------------------+
                | NVIDIA-SMI 580.65.06              Driver Version: 580.65.06      CUDA Version: 13.0     |
                +-----------------------------------------+------------------------+----------------------+
                | GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
                | Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
                |                                         |                        |               MIG M. |
                |=========================================+========================+======================|
                |   0  NVIDIA H200                    On  |   00000000:0F:00.0 Off |                    0 |
                | N/A   29C    P0             76W /  700W |       0MiB / 143771MiB |      0%      Default |
                |                                         |                        |             Disabled |
                +-----------------------------------------+------------------------+----------------------+
                |   1  NVIDIA H200                   ERR! |   00000000:2D:00.0 ERR!|                 ERR! |
                |ERR! ERR!  ERR!           ERR! / ERR!    |   ERR! /  ERR!         |     ERR!        ERR! |
                |                                         |                        |                 ERR! |
                +-----------------------------------------+------------------------+----------------------+
                """);

        assertThat(parsed.facts().path("gpus")).hasSize(2);
        assertThat(parsed.facts().at("/gpus/1/address").asText()).isEqualTo("0000:2d:00.0");
        assertThat(parsed.facts().at("/gpus/1/err").asBoolean()).isTrue();
        assertThat(parsed.facts().at("/gpus/1").has("migMode")).isFalse();
        assertThat(parsed.verdict()).contains(ToolVerdict.WARN);
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void readsAlertsAsTheApiListsThem() {
        String alert =
                "{\"labels\":{\"alertname\":\"GpuXid\",\"node\":\"gpu-041\"},\"startsAt\":\"2026-11-20T10:00:00Z\",\"fingerprint\":\"a1\","
                        + "\"status\":{\"state\":\"suppressed\",\"silencedBy\":[\"s1\"],\"inhibitedBy\":[]}}";
        ToolReport<?> parsed = parse("alertmanager", "[" + alert + "]\n");
        assertThat(parsed.format()).isEqualTo("alertmanager alerts");
        assertThat(parsed.facts().at("/alerts/0/node").asText()).isEqualTo("gpu-041");
        assertThat(parsed.facts().at("/alerts/0/status").asText()).isEqualTo("suppressed");
        assertThat(parsed.facts().at("/alerts/0/silenced").asBoolean()).isTrue();

        ToolReport<?> cut = parse("alertmanager", "[" + alert.substring(0, 80));
        assertThat(cut.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(cut.truncated()).isTrue();
    }
}
