package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Shapes of output that people showed in public threads and that were read wrong at the first try; each names its thread. */
class ThreadReportsTest {
    private static ToolReport<?> parse(String tool, String text) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), OptionalInt.empty());
    }

    /** github.com/NVIDIA/open-gpu-kernel-modules/issues/1230: the processor of a GPU hangs, and no XID is written. */
    @Test
    void failsAGpuWhoseProcessorIsSilentWithoutAnXid() {
        String line =
                "NVRM: GPU6 _kgspIsHeartbeatTimedOut: Heartbeat timed out, currentTimeMs 812 diff 6070 timeout 5200\n";
        ToolReport<?> parsed = parse(
                "kernel-log",
                "[   24.3] " + line + "[   25.3] " + line
                        + "[   84.3] NVRM: GPU6 kgmmuCheckMemSubsysError_IMPL: Memory Subsystem Error detected. x failed.\n"
                        + "[   84.4] NVRM: GPU6 _kgspLogRpcTimeout: ****** GSP Timeout ******\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/events")).hasSize(3);
        assertThat(parsed.facts().at("/events/0/kind").asText()).isEqualTo("gsp-timeout");
        assertThat(parsed.facts().at("/events/0/gpu").asInt()).isEqualTo(6);
        assertThat(parsed.facts().at("/events/0/count").asInt()).isEqualTo(2);
    }

    /** github.com/NVIDIA/open-gpu-kernel-modules/issues/446: an address, facility and level stand before the time. */
    @Test
    void readsTheTimeBehindTheHostOfALogThatANetworkBrought() {
        ToolReport<?> parsed = parse(
                "kernel-log",
                "192.0.2.11: kern: err: [2026-04-22T21:27:52.291660856Z]: NVRM: Xid (PCI:0000:9b:00): 119, pid=4, name=a, x\n");
        assertThat(parsed.facts().at("/events/0/code").asInt()).isEqualTo(119);
        assertThat(parsed.facts().at("/events/0/time").asText()).isEqualTo("2026-04-22T21:27:52.291660856Z");
    }

    /** github.com/NVIDIA/nccl-tests/issues/107: mpirun started the test twice on its own, and nothing crossed the network. */
    @Test
    void doesNotTakeTwoLonelyProcessesForATestOfTheNetwork() {
        String run = "#  Rank  0 Pid  13 on node-%s device  0 [0x00] V100\n"
                + "#       size         count      type   redop     time   algbw   busbw  error     time   algbw   busbw  error\n"
                + "  1310720000     327680000     float     sum   3500.1  374.48    0.00  0e+00   1830.2  716.16    0.00  0e+00\n"
                + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0\n";
        ToolReport<?> parsed = parse("nccl-tests", run.formatted("a") + run.formatted("b"));
        assertThat(parsed.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parsed.json().at("/reason/0").asText()).contains("2 processes ran each by itself");
    }

    /** github.com/negativo17/nvidia-driver/issues/201: dnf 5 finds no way. */
    @Test
    void readsThatDnf5CouldNotResolveATransaction() {
        ToolReport<?> parsed = parse(
                "packages",
                "Updating and loading repositories:\nRepositories loaded.\nFailed to resolve the transaction:\n"
                        + "Problem: problem with installed package\n"
                        + "  - package cuda-nvml-devel-1:13.2.51-1.fc44.x86_64 from a requires cuda-nvml(x86-64), but none of the"
                        + " providers can be installed\n");
        assertThat(parsed.format()).isEqualTo("dnf transaction");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/errors"))
                .hasSize(2)
                .allMatch(e -> e.path("kind").asText().equals("unmet-dependencies"));
        assertThat(parsed.unparsed()).isEmpty();
    }

    /** github.com/rocky-linux/rockylinux.org/issues/201: a module stream hides the package. */
    @Test
    void namesAPackageThatAModuleStreamHides() {
        ToolReport<?> parsed = parse(
                "packages",
                "Error: \n Problem: package nvidia-open-3:580.65.06-1.el10.noarch from c requires nvidia-settings = 3:580.65.06,"
                        + " but none of the providers can be installed\n"
                        + "  - package nvidia-settings-3:580.65.06-1.el10.x86_64 from c is filtered out by modular filtering\n");
        assertThat(parsed.facts().at("/errors/0/kind").asText()).isEqualTo("unmet-dependencies");
        assertThat(parsed.facts().at("/errors/1/kind").asText()).isEqualTo("filtered-out");
        assertThat(parsed.unparsed()).isEmpty();
    }

    /** github.com/pop-os/pop/issues/3811: the module does not build, so that no package after it is configured. */
    @Test
    void tellsOfAPackageScriptThatItsModuleDidNotBuild() {
        ToolReport<?> parsed = parse(
                "packages",
                "Error! Bad return status for module build on kernel: 6.17.9-generic (x86_64)\n"
                        + "dpkg: error processing package nvidia-dkms-580-open (--configure):\n"
                        + "dpkg: dependency problems prevent configuration of nvidia-driver-580-open:\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/errors/0/kind").asText()).isEqualTo("module-build");
        assertThat(parsed.facts().at("/errors/1/kind").asText()).isEqualTo("package-script");
        assertThat(parsed.facts().at("/errors/2/kind").asText()).isEqualTo("unmet-dependencies");
    }

    /** github.com/mailrocketsystems/CudaSetupUbuntu20/issues/1: nothing to do, but packages lie about half installed. */
    @Test
    void warnsOfPackagesThatAptCallsNotFullyInstalled() {
        ToolReport<?> parsed = parse(
                "packages",
                "Reading package lists... Done\n0 upgraded, 0 newly installed, 0 to remove and 6 not upgraded.\n"
                        + "8 not fully installed or removed.\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.WARN);
        assertThat(parsed.facts().path("notFullyInstalled").asInt()).isEqualTo(8);
    }

    /** github.com/gpuopenanalytics/pynvml/issues/19: links that may not be asked are no absent links. */
    @Test
    void doesNotTakeLinksThatMayNotBeAskedForNone() {
        ToolReport<?> parsed = parse(
                "nvidia-smi",
                "GPU 0: Tesla V100 (UUID: GPU-96ab329d)\nNVML: Unable to get the NvLink link utilization counter control for"
                        + " link 0: Insufficient Permissions\n");
        assertThat(parsed.verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(parsed.facts().at("/gpus/0/state").asText()).isEqualTo("refused");
    }

    /** github.com/src-d/coreos-nvidia/issues/3: insmod names the file of the module. */
    @Test
    void namesTheModuleThatInsmodCouldNotInsertByItsFile() {
        ToolReport<?> parsed = parse(
                "modprobe-rmmod",
                "insmod: ERROR: could not insert module /opt/nvidia/lib/modules/4.14.16/video/nvidia.ko: Unknown symbol in module\n");
        assertThat(parsed.facts().path("module").asText()).isEqualTo("nvidia");
        assertThat(parsed.facts().path("error").asText()).isEqualTo("unknown-symbol");
    }

    /** github.com/Project-HAMi/HAMi/issues/1422: what a driver no longer answers is no value. */
    @Test
    void takesARequestThatIsDeprecatedForNoValue() {
        ToolReport<?> parsed = parse(
                "nvidia-smi",
                "Driver Version : 575.57.08\nAttached GPUs : 1\nGPU 00000000:19:00.0\n    GPU Reset Status\n"
                        + "        Reset Required : Requested functionality has been deprecated\n    GPU Recovery Action : None\n");
        assertThat(parsed.facts().at("/gpus/0/resetRequired").isNull()).isTrue();
        assertThat(parsed.facts().at("/gpus/0/recoveryAction").asText()).isEqualTo("None");
    }
}
