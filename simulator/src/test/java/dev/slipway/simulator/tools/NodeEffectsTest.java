package dev.slipway.simulator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.DcgmDiag;
import dev.slipway.facts.nvidia.nccl.NcclTests;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class NodeEffectsTest {
    private static final String UPGRADE = "env DEBIAN_FRONTEND=noninteractive apt-get -qy --allow-change-held-packages "
            + "install nvidia-driver-570-server nvidia-dkms-570-server nvidia-utils-570-server "
            + "nvidia-compute-utils-570-server libnvidia-compute-570-server nvidia-fabricmanager-570";

    private static final String[] DIAG = {"dcgmi", "diag", "-r", "2", "-j", "--expectedNumEntities", "gpu:8"};
    private static final String[] REDUCE = {"all_reduce_perf", "-b", "8", "-e", "8G", "-f", "2", "-g", "8", "-c", "1"};

    private static void reboot(Shell shell) {
        Semaphore up = new Semaphore(0);
        shell.node.listen(new NodeListener() {
            @Override
            public void up(SimulatedNode node) {
                up.release();
            }
        });
        String boot = shell.node.clock().call(() -> shell.node.power().bootId());
        assertThat(shell.script("slipway-reboot", boot).text()).isEqualTo("rebooting\n");
        up.acquireUninterruptibly();
    }

    @Test
    void saysMismatchAfterAnUpgradeUntilItIsRebooted() {
        try (Shell shell = new Shell(NodePlan.clean("gpu-001", 5).with(new Condition.Runs(SoftwareSet.previous())))) {
            assertThat(shell.root("nvidia-smi", "-L").exit()).isZero();

            assertThat(shell.answer(UPGRADE).exit()).isZero();

            assertThat(shell.root("nvidia-smi", "-L").exit()).isEqualTo(18);
            assertThat(shell.root("cat", "/proc/driver/nvidia/version").text()).contains("570.124.06");
            assertThat(shell.root("modinfo", "-F", "version", "nvidia").text()).isEqualTo("570.133.20\n");

            reboot(shell);

            assertThat(shell.root("nvidia-smi", "-L").exit()).isZero();
            assertThat(shell.root("cat", "/proc/driver/nvidia/version").text()).contains("570.133.20");
        }
    }

    @Test
    void provesAWholeNode() {
        try (Shell shell = new Shell(NodePlan.clean("gpu-001", 5))) {
            Answer diag = shell.root(DIAG);
            Answer reduce = shell.root(REDUCE);

            assertThat(diag.exit()).isZero();
            assertThat(DcgmDiag.parse(diag.out(), diag.exit(), 8, List.of()).verdict())
                    .isEqualTo(ToolVerdict.PASS);
            assertThat(NcclTests.parse(reduce.out(), reduce.exit(), 400).verdict())
                    .isEqualTo(ToolVerdict.PASS);
            assertThat(diag.text()).contains("\"DCGM Diagnostic\"").doesNotContain("Fail");
            assertThat(reduce.text())
                    .contains("  8589934592    2147483648     float")
                    .contains("# Avg bus bandwidth");
        }
    }

    @Test
    void failsWhatItIsPlannedToFail() {
        try (Shell shell = new Shell(NodePlan.clean("gpu-001", 5)
                .with(new Condition.DiagFails("570.133.20", "memory"), new Condition.BusBandwidth(180)))) {
            Answer diag = shell.root(DIAG);
            Answer reduce = shell.root(REDUCE);

            assertThat(diag.exit()).isEqualTo(226);
            assertThat(DcgmDiag.parse(diag.out(), diag.exit(), 8, List.of()).verdict())
                    .isEqualTo(ToolVerdict.FAIL);
            assertThat(NcclTests.parse(reduce.out(), reduce.exit(), 400).verdict())
                    .isEqualTo(ToolVerdict.FAIL);
            assertThat(diag.text()).contains("\"status\" : \"Fail\"").contains("GPU 0 failed memory");
            assertThat(reduce.text()).doesNotContainPattern(" 4[0-9][0-9]\\.[0-9]{2} ");
        }
    }

    @Test
    void losesARunningJobAtAReboot() {
        try (Shell shell = new Shell(NodePlan.clean("gpu-001", 5).factor(20_000))) {
            assertThat(shell.script("slipway-poll", "t", "d-1", "100").text())
                    .startsWith("state none\n")
                    .endsWith("\noutput 0\n");
            String forHours = "dcgmi diag -r 3\n".repeat(100);
            assertThat(shell.script("slipway-start", "t", "d-1", forHours).text())
                    .startsWith("state running\n");

            reboot(shell);

            assertThat(shell.script("slipway-poll", "t", "d-1", "0").text()).startsWith("state lost\n");
        }
    }

    @Test
    void stopsAJobAtItsFirstFailure() {
        try (Shell shell = new Shell(NodePlan.clean("gpu-001", 5))) {
            String state = shell.script("slipway-start", "t", "d-1", "true\nfalse\nhostname\n")
                    .text();
            for (int looks = 0; looks < 500 && state.startsWith("state running"); looks++) {
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                state = shell.script("slipway-poll", "t", "d-1", "100").text();
            }

            assertThat(state).startsWith("state exited 1\n").endsWith("\noutput 0\n");
        }
    }

    @Test
    void isTheSameNodeForTheSameSeed() {
        try (Shell one = new Shell(NodePlan.clean("gpu-001", 5));
                Shell two = new Shell(NodePlan.clean("gpu-001", 5));
                Shell other = new Shell(NodePlan.clean("gpu-001", 6))) {
            String identity = one.root("cat", "/etc/machine-id").text()
                    + one.root("nvidia-smi", "-L").text();

            assertThat(two.root("cat", "/etc/machine-id").text()
                            + two.root("nvidia-smi", "-L").text())
                    .isEqualTo(identity);
            assertThat(other.root("cat", "/etc/machine-id").text()).isNotEqualTo(identity);
        }
    }
}
