package dev.slipway.simulator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each case has the exit status and the words that the real tools had. */
class AptGetTest {
    private static final String NCCL = "libnccl2=2.27.3-1+cuda12.9";

    private static Shell old(Condition... more) {
        return new Shell(NodePlan.clean("gpu-001", 3)
                .with(new Condition.Runs(SoftwareSet.previous()))
                .with(more));
    }

    private static void expect(Answer answer, int exit, String text) {
        assertThat(answer.text()).contains(text);
        assertThat(answer.exit()).isEqualTo(exit);
    }

    @Test
    void refusesToChangeAHeldPackage() {
        try (Shell shell = old()) {
            expect(shell.apt("install " + NCCL), 100, "E: Held packages were changed and -y was used without");
            expect(shell.apt("install " + NCCL), 100, "The following held packages will be changed:\n  libnccl2\n");
        }
    }

    @Test
    void clearsTheHoldOfWhatItWasAllowedToChange() {
        try (Shell shell = old()) {
            expect(shell.apt("--allow-change-held-packages install " + NCCL), 0, "1 upgraded");
            assertThat(shell.root("apt-mark", "showhold").text()).doesNotContain("libnccl2");
            assertThat(shell.root("dpkg-query", "-W", "libnccl2").text()).isEqualTo("libnccl2\t2.27.3-1+cuda12.9\n");
        }
    }

    @Test
    void refusesALowerVersionUnlessAllowed() {
        try (Shell shell = old(new Condition.HoldLost("libnccl2"))) {
            expect(shell.apt("install " + NCCL), 0, "1 upgraded");
            String back = "install libnccl2=2.26.2-1+cuda12.8";
            expect(shell.apt(back), 100, "E: Packages were downgraded and -y was used without --allow-downgrades.");
            expect(shell.apt("--allow-downgrades " + back), 0, "1 downgraded");
        }
    }

    @Test
    void doesNotFindWhatIsNotOnOffer() {
        try (Shell shell = old()) {
            expect(shell.apt("install libnccl2=9.9"), 100, "E: Version '9.9' for 'libnccl2' was not found");
            expect(shell.apt("install nosuch"), 100, "E: Unable to locate package nosuch");
        }
    }

    @Test
    void findsNothingBeforeTheListsWereFetched() {
        try (Shell shell = old(new Condition.NoPackageLists())) {
            expect(shell.apt("install " + NCCL), 100, "was not found");
            expect(shell.apt("update"), 0, "Reading package lists");
            expect(shell.apt("--allow-change-held-packages install " + NCCL), 0, "1 upgraded");
        }
    }

    @Test
    void failsAtOnceOnALockAndWaitsForItWhenTold() {
        try (Shell shell = old(new Condition.DpkgLocked(646, Duration.ofDays(125)))) {
            expect(
                    shell.apt("install " + NCCL),
                    100,
                    "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 646 (unattended-upgr)");
            expect(shell.root("dpkg", "--configure", "-a"), 2, "locked by another process with pid 646");
            expect(shell.root("apt-mark", "hold", "libnccl2"), 100, "Are you root?");
        }
        try (Shell shell = old(new Condition.DpkgLocked(646, Duration.ofSeconds(20)))) {
            expect(
                    shell.apt("-o DPkg::Lock::Timeout=36000 --allow-change-held-packages install " + NCCL),
                    0,
                    "1 upgraded");
        }
    }

    @Test
    void asksForConfigureAfterAnInterruption() {
        try (Shell shell = old(new Condition.DpkgInterrupted(), new Condition.HalfConfigured("libnccl2"))) {
            expect(shell.apt("install " + NCCL), 100, "E: dpkg was interrupted, you must manually run");
            expect(shell.root("dpkg", "--audit"), 0, " libnccl2 ");
            expect(shell.root("dpkg", "--configure", "-a"), 0, "Setting up libnccl2");
            assertThat(shell.root("dpkg", "--audit").text()).isEmpty();
        }
    }

    @Test
    void leavesAPackageHalfConfiguredWhenItsScriptFails() {
        try (Shell shell = old(new Condition.PostinstFails("libnccl2"))) {
            Answer answer = shell.apt("--allow-change-held-packages install " + NCCL);
            expect(answer, 100, "post-installation script subprocess returned error exit status 2");
            expect(answer, 100, "E: Sub-process /usr/bin/dpkg returned an error code (1)");
            expect(shell.apt("check"), 0, "");
            expect(shell.root("dpkg", "--audit"), 0, "only half configured");
            assertThat(shell.root("dpkg-query", "-W", "-f", "${Status}\\n", "libnccl2")
                            .text())
                    .isEqualTo("install ok half-configured\n");
        }
    }

    @Test
    void keepsTheOldFilesWhenTheDiskIsFull() {
        try (Shell shell = old(new Condition.DiskFull("/"))) {
            String install = "--allow-change-held-packages install " + NCCL;
            expect(shell.apt(install), 100, "No space left on device");
            assertThat(shell.root("dpkg-query", "-W", "libnccl2").text()).contains("2.26.2");
            shell.node.clock().run(() -> shell.node.become(new Condition.DiskFreed()));
            expect(shell.apt(install), 0, "1 upgraded");
        }
    }

    @Test
    void updatesWithoutAMirrorOnlyWarnUnlessAnErrorIsAskedFor() {
        try (Shell shell = old(new Condition.MirrorGone())) {
            expect(shell.apt("update"), 0, "W: Failed to fetch");
            expect(shell.apt("-o APT::Update::Error-Mode=any update"), 100, "E: Failed to fetch");
        }
    }

    @Test
    void movesEverythingThatIsNotHeldAndSaysNothing() {
        try (Shell shell = old(new Condition.HoldLost("nvidia-fabricmanager-570"))) {
            expect(shell.apt("dist-upgrade"), 0, "1 upgraded");
            assertThat(shell.root("dpkg-query", "-W", "nvidia-fabricmanager-570")
                            .text())
                    .contains("570.133.20");
            assertThat(shell.root("systemctl", "is-active", "nvidia-fabricmanager")
                            .text())
                    .isEqualTo("failed\n");
        }
    }
}
