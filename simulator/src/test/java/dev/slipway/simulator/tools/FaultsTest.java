package dev.slipway.simulator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Shape;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final String UPGRADE = "apt-get -qy --allow-change-held-packages install libnccl2 "
            + "nvidia-fabricmanager-570 datacenter-gpu-manager-4-core nvidia-container-toolkit";

    private static Shell shell(String on, int call, Moment moment, Fault fault) {
        return new Shell(NodePlan.clean("gpu-001", 9)
                .with(new Condition.Runs(SoftwareSet.previous()))
                .failing(new Faults.Rule(on, call, moment, fault)));
    }

    @Test
    void strikesOnlyThePlannedCall() {
        try (Shell shell = shell("hostname", 2, Moment.BEFORE, new Fault.Exit(5, "no\n"))) {
            assertThat(shell.root("hostname").exit()).isZero();
            assertThat(shell.root("hostname").exit()).isEqualTo(5);
            assertThat(shell.root("hostname").exit()).isZero();
        }
    }

    @Test
    void hasNoEffectWhenStruckBeforeIt() {
        try (Shell shell = shell("apt-mark", 1, Moment.BEFORE, new Fault.Drop())) {
            assertThat(shell.run("apt-mark unhold libnccl2")).isInstanceOf(Result.Dropped.class);
            assertThat(shell.root("apt-mark", "showhold").text()).contains("libnccl2\n");
        }
    }

    @Test
    void hasItsEffectWhenStruckAfterIt() {
        try (Shell shell = shell("apt-mark", 1, Moment.AFTER, new Fault.Drop())) {
            assertThat(shell.run("apt-mark unhold libnccl2")).isInstanceOf(Result.Dropped.class);
            assertThat(shell.root("apt-mark", "showhold").text()).doesNotContain("libnccl2\n");
        }
    }

    @Test
    void leavesDpkgInterruptedWhenAptIsKilledInTheMiddle() {
        try (Shell shell = shell("apt-get", 1, Moment.DURING, new Fault.Drop())) {
            shell.script("slipway-start", "t", "d-1", UPGRADE);

            assertThat(shell.ended("t", "d-1")).startsWith("state lost\n");
            assertThat(shell.root("dpkg", "--audit").text()).contains("unpacked but not yet configured");
            assertThat(shell.answer(UPGRADE).text()).contains("dpkg was interrupted");
            assertThat(shell.root("dpkg", "--configure", "-a").exit()).isZero();
            assertThat(shell.answer(UPGRADE).exit()).isZero();
        }
    }

    @Test
    void losesTheJobAndInterruptsDpkgWhenThePowerGoes() {
        try (Shell shell = shell("apt-get", 1, Moment.DURING, new Fault.PowerLoss())) {
            Semaphore up = new Semaphore(0);
            shell.node.listen(new NodeListener() {
                @Override
                public void up(SimulatedNode node) {
                    up.release();
                }
            });
            Result started = shell.run("sh -c x slipway-start t d-1 '" + UPGRADE + "'");
            assertThat(started).isNotNull();

            up.acquireUninterruptibly();

            assertThat(shell.script("slipway-poll", "t", "d-1", "0").text()).startsWith("state lost\n");
            assertThat(shell.answer(UPGRADE).text()).contains("dpkg was interrupted");
        }
    }

    @Test
    void spoilsAnAnswerInEachWay() {
        assertThat(spoilt(Shape.EMPTY)).isEmpty();
        assertThat(spoilt(Shape.HALF)).startsWith("@@ clock").doesNotContain("@@ end");
        assertThat(spoilt(Shape.GARBAGE)).doesNotContain("@@ end");
        try (Shell shell = shell("slipway-probe", 1, Moment.AFTER, new Fault.Spoil(Shape.HUNDRED_MEGABYTES))) {
            assertThat(shell.run("sh -c x slipway-probe 0")).isEqualTo(new Result.Flood(104_857_600, 0));
        }
    }

    private static String spoilt(Shape shape) {
        try (Shell shell = shell("slipway-probe", 1, Moment.AFTER, new Fault.Spoil(shape))) {
            return shell.script("slipway-probe", "0").text();
        }
    }

    @Test
    void worsensTheNodeAtThePlannedMoment() {
        Condition full = new Condition.DiskFull("/");
        try (Shell shell = shell("apt-get", 2, Moment.BEFORE, new Fault.Becomes(full))) {
            assertThat(shell.apt("update").exit()).isZero();
            assertThat(shell.apt("--allow-change-held-packages install libnccl2")
                            .text())
                    .contains("No space left on device");
        }
    }

    @Test
    void bringsAnotherMachineBackFromAReboot() {
        Condition swap = new Condition.AnotherMachineAtReboot();
        try (Shell shell = shell("slipway-reboot", 1, Moment.BEFORE, new Fault.Becomes(swap))) {
            Semaphore up = new Semaphore(0);
            shell.node.listen(new NodeListener() {
                @Override
                public void up(SimulatedNode node) {
                    up.release();
                }
            });
            String machine = shell.root("cat", "/etc/machine-id").text();
            String boot =
                    shell.root("cat", "/proc/sys/kernel/random/boot_id").text().strip();
            shell.script("slipway-reboot", boot);

            up.acquireUninterruptibly();

            assertThat(shell.root("cat", "/etc/machine-id").text()).isNotEqualTo(machine);
        }
    }

    @Test
    void holdsTheLockForAPlannedTime() {
        Condition locked = new Condition.DpkgLocked(4711, Duration.ofDays(200));
        try (Shell shell = shell("apt-get", 1, Moment.BEFORE, new Fault.Becomes(locked))) {
            assertThat(shell.apt("install libnccl2").text()).contains("held by process 4711");
        }
    }
}
