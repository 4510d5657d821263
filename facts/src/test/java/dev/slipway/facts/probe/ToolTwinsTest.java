package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Samples;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node's facts and {@code slipway parse} take from one text of one tool is the same. */
class ToolTwinsTest {
    private static final String GPU =
            "0000:5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)\n";

    private static NodeFacts facts(String section, int exit, String text) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        Map<String, String> healthy = Samples.healthy();
        healthy.remove(section);
        healthy.forEach((name, said) -> answer.writeBytes(Samples.section(name, 0, said)));
        answer.writeBytes(Samples.section(section, exit, text));
        answer.writeBytes("@@ end 0 0\n".getBytes(UTF_8));
        return ProbeAnswer.of(answer.toByteArray()).facts(new NodeRef("prod", "gpu-1"), Instant.EPOCH);
    }

    private static ObjectNode parsed(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.of(0)).json();
    }

    @Test
    void aDeviceThatAnswersWithAllOnesIsNotOnTheBus() {
        String text = GPU + "\t!!! Unknown header type 7f\n";

        assertThat(parsed("lspci", text).at("/facts/gpus/0/onBus").asBoolean(true))
                .isFalse();
        assertThat(facts("lspci", 0, text).hardware().gpusOnBus().value()).contains(0);
    }

    @Test
    void aBusThatCouldNotBeReadIsUnknownBesideTheDevicesThatWere() {
        String text = GPU + "pcilib: Cannot open /sys/bus/pci/devices/0000:c3:00.0/config\n";

        assertThat(parsed("lspci", text).path("verdict").asText()).isEqualTo("INFRASTRUCTURE_ERROR");
        assertThat(facts("lspci", 0, text).hardware().gpusOnBus().known()).isFalse();
    }

    @Test
    void linksOfWhichOneIsNotListedAreUnknown() {
        String text = Samples.nvlink(18).replaceFirst("\t Link 5: 26\\.562 GB/s\n", "");

        assertThat(parsed("nvidia-smi", text).path("verdict").asText()).isEqualTo("UNKNOWN");
        assertThat(facts("nvlink", 0, text).hardware().fabric().known()).isFalse();
    }

    @Test
    void aCorruptedInforomBesideAReportIsAnError() {
        String text = Samples.healthy().get("smi-q") + "WARNING: infoROM is corrupted at gpu 0000:18:00.0\n";

        assertThat(parsed("nvidia-smi", text).path("verdict").asText()).isEqualTo("FAIL");
        assertThat(facts("smi-q", 0, text).hardware().fabric().error()).contains("infoROM");
    }

    /** A job chooses the names of its processes, and one value that was not read does not name the others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "            Name                          : Insufficient Permissions",
                "            Name                          : GPU requires reset",
                "        Some New Value                    : Function Not Found",
                "        Some New Value                    : Timeout",
                "        Some New Value                    : Unknown Error"
            })
    void wordsOfAnErrorInOneValueLeaveTheOthersKnown(String value) {
        String report = Samples.healthy().get("smi-q") + value + "\n";

        assertThat(facts("smi-q", 0, report).hardware().fabric().known()).isTrue();
    }

    /** What {@code parse} calls an error in place of a value is no mode and no state for a run either. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Insufficient Permissions",
                "Timeout",
                "Driver not loaded",
                "Error",
                "ERR!",
                "[Unknown Error]",
                "Unknown Error",
                "GPU requires reset"
            })
    void anErrorInPlaceOfAValueIsNoValue(String error) {
        String healthy = Samples.text("nvidia-smi/q-h100x8-565.57.01.txt");
        String mode = healthy.replaceFirst("(Persistence Mode +): \\w+", "$1: " + error);
        String state = healthy.replaceFirst("(Fabric\\n +State +): \\w+", "$1: " + error);

        assertThat(parsed("nvidia-smi", healthy).path("verdict").asText()).isEqualTo("PASS");
        assertThat(parsed("nvidia-smi", mode).path("verdict").asText()).isIn("FAIL", "INFRASTRUCTURE_ERROR");
        assertThat(parsed("nvidia-smi", state).path("verdict").asText()).isIn("FAIL", "INFRASTRUCTURE_ERROR");
        assertThat(facts("smi-q", 0, healthy).persistence().gpus().known()).isTrue();
        assertThat(facts("smi-q", 0, healthy).fabric().gpus().known()).isTrue();
        assertThat(facts("smi-q", 0, mode).persistence().gpus().known()).isFalse();
        assertThat(facts("smi-q", 0, state).fabric().gpus().known()).isFalse();
    }

    @Test
    void aGpuThatIsLostBarsAllThatTheReportSays() {
        String report = Samples.healthy().get("smi-q") + "        Some New Value                    : GPU is lost\n";

        assertThat(facts("smi-q", 0, report).hardware().fabric().error()).contains("a GPU is lost");
    }

    @Test
    void aProcessWhoseNameMayNotBeReadIsOneAllTheSame() {
        NodeFacts facts = facts("compute-apps", 0, "4711, [Insufficient Permissions]\n");

        assertThat(facts.hardware().holders().value().orElseThrow()).anyMatch(holder -> holder.pid() == 4_711);
    }

    @Test
    void twoVersionsOfTheLoadedModuleAreNone() {
        String line = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.78  Sun Apr 14 06:35:45 UTC 2024\n";
        String text = line + line.replace("550.78", "570.133.20");

        assertThat(parsed("proc-driver-version", text).path("verdict").asText()).isEqualTo("UNKNOWN");
        assertThat(facts("proc-driver", 0, text)
                        .version(dev.slipway.model.Field.DRIVER_RESIDENT)
                        .known())
                .isFalse();
    }

    /** kmod looks for an alias of that name first, and says so since release 26. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "modinfo: ERROR: Module nvidia not found.\n",
                "modinfo: ERROR: Module alias nvidia not found.\n",
                "modinfo: ERROR: Module nvidia not found in directory /lib/modules/6.8.0-60-generic\n"
            })
    void aModuleThatIsNotThereIsKnownNotToBeThere(String text) {
        assertThat(parsed("modinfo", text).path("reason").toString()).contains("no nvidia module for ");
        assertThat(facts("modinfo", 1, text).load().vermagic().value()).contains("");
    }

    @Test
    void aKernelWithoutTheModuleIsNamed() {
        String text =
                "modprobe: FATAL: Module nvidia not found in directory /lib/modules/5.14.0-503.11.1.el9_5.x86_64\n";

        assertThat(parsed("modprobe-rmmod", text).path("reason").toString())
                .contains("no nvidia module for kernel 5.14.0-503.11.1.el9_5.x86_64");
    }

    @Test
    void aModuleOfAnotherKernelIsNamed() {
        String text = "modprobe: ERROR: could not insert 'nvidia': Invalid module format\n";

        assertThat(parsed("modprobe-rmmod", text).at("/facts/error").asText()).isEqualTo("wrong-kernel");
        assertThat(parsed("modprobe-rmmod", text).path("verdict").asText()).isEqualTo("FAIL");
    }

    @Test
    void aLineThatIsNoModuleMakesTheListUnknown() {
        String text = Samples.healthy().get("modules") + "nvidia_uvm 2093056 2 \u0000#!\n";

        assertThat(parsed("lsmod", text).path("unparsed")).hasSize(1);
        assertThat(facts("modules", 0, text).load().loaded().known()).isFalse();
    }

    @Test
    void rpmsNamesAreReadAsDpkgs() {
        String row = "NetworkManager\t1:1.48.10-2.el9_5\tinstall ok installed\n";

        assertThat(parsed("packages", row).at("/facts/packages/0/name").asText())
                .isEqualTo("NetworkManager");
        assertThat(facts("packages", 0, row).software().packages().value().orElseThrow())
                .hasSize(1);
    }

    /** apt-mark showhold names a package of another architecture with that architecture. */
    @Test
    void holdsAreReadAlike() {
        String holds = "libnvidia-compute-570:i386\nnvidia-driver-570\n";

        assertThat(parsed("packages", holds).at("/facts/packages").findValuesAsText("name"))
                .containsExactly("libnvidia-compute-570", "nvidia-driver-570");
        assertThat(PackageList.holds(holds).value().orElseThrow().keySet())
                .containsExactlyInAnyOrder("libnvidia-compute-570", "nvidia-driver-570");
    }

    @Test
    void aForeignLineBesideUnitsIsNoAnswer() {
        String text = Samples.healthy().get("services") + "systemctl: something else\n";

        assertThat(parsed("systemd", text).path("unparsed")).hasSize(1);
        assertThat(facts("services", 0, text).software().services().known()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DOWN*+DRAIN", "IDLE*+DRAIN"})
    void aWordBehindASignIsReadToo(String state) {
        ObjectNode report = parsed("slurm", "NodeName=n1 CPUAlloc=0 State=" + state + " BootTime=None\n");

        assertThat(report.at("/facts/nodes/0/drain").asBoolean()).isTrue();
        assertThat(report.at("/facts/nodes/0/notResponding").asBoolean()).isTrue();
    }

    @Test
    void aControllerThatDoesNotAnswerInTimeIsAway() {
        String text = "slurm_load_node error: Socket timed out on send/recv operation\n";

        assertThat(parsed("slurm", text).at("/facts/error").asText()).isEqualTo("controller-unreachable");
    }

    @Test
    void aPlanWithARowLessThanItsSummaryCountsIsNone() {
        String plan = """
                Dependencies resolved.
                Upgrading:
                 libnccl   x86_64 2.27.3-1+cuda12.8  cuda-rhel9-x86_64 190 M

                Transaction Summary
                ================================================================================
                Upgrade  2 Packages

                Operation aborted.
                """;

        assertThat(parsed("packages", plan).path("verdict").asText()).isEqualTo("UNKNOWN");
        assertThat(parsed("packages", plan.replace("2 Packages", "1 Package")).has("verdict"))
                .isFalse();
    }

    /** dnf(8): check-update ends with 100 where there are updates; apt-get ends with 100 where it failed. */
    @Test
    void updatesThatAreThereAreNoFailure() {
        String rows = "libnccl.x86_64   2.27.3-1+cuda12.8   cuda-rhel9-x86_64\n";

        assertThat(ToolParsers.parse("packages", rows.getBytes(UTF_8), OptionalInt.of(100))
                        .verdict())
                .isEmpty();
    }
}
