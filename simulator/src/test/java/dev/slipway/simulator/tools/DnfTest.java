package dev.slipway.simulator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each case has the exit status and the words that dnf 4.14 and rpm 4.18 had. */
class DnfTest {
    private static final String NCCL = "libnccl-0:2.27.3-1+cuda12.9";
    private static final String OLD_NCCL = "libnccl-0:2.26.2-1+cuda12.8";
    private static final String FREE = "dnf -y --disableplugin=versionlock install ";

    private static Shell old(Condition... more) {
        return new Shell(NodePlan.clean("gpu-001", 3)
                .with(new Condition.Runs(SoftwareSet.previous().on(Family.ROCKY)))
                .with(more));
    }

    private static void expect(Answer answer, int exit, String text) {
        assertThat(answer.text()).contains(text);
        assertThat(answer.exit()).isEqualTo(exit);
    }

    @Test
    void aLockHidesEveryOtherVersion() {
        try (Shell shell = old()) {
            Answer answer = shell.answer("dnf -y install " + NCCL);
            expect(answer, 1, "All matches were filtered out by exclude filtering for argument: " + NCCL);
            expect(answer, 1, "Error: Unable to find a match: " + NCCL);
            expect(shell.answer(FREE + NCCL), 0, "\nUpgraded:\n  libnccl-2.27.3-1+cuda12.9.x86_64");
        }
    }

    @Test
    void installsAnOlderVersionWhereItIsNamed() {
        try (Shell shell = old()) {
            expect(shell.answer(FREE + NCCL), 0, "Complete!");
            expect(shell.answer(FREE + OLD_NCCL), 0, "\nDowngraded:\n  libnccl-2.26.2-1+cuda12.8.x86_64");
            expect(shell.answer(FREE + OLD_NCCL), 0, "Package libnccl-2.26.2-1+cuda12.8.x86_64 is already installed.");
        }
    }

    /** A lock outlives what it locked, and an upgrade goes where it leads. */
    @Test
    void movesAPackageToTheVersionThatIsLocked() {
        try (Shell shell = old()) {
            expect(shell.answer("dnf -y upgrade"), 0, "Nothing to do.");
            expect(shell.answer(FREE + NCCL), 0, "Complete!");
            expect(shell.answer("dnf versionlock list"), 0, OLD_NCCL + ".*");
            expect(shell.answer("dnf versionlock delete libnccl nosuch"), 0, "Deleting versionlock for: " + OLD_NCCL);
            expect(shell.answer(FREE + OLD_NCCL), 0, "Complete!");
            expect(shell.answer("dnf versionlock add " + NCCL), 0, "Adding versionlock on: " + NCCL + ".*");
            expect(shell.answer("dnf -y upgrade"), 0, "\nUpgraded:\n  libnccl-2.27.3-1+cuda12.9.x86_64");
        }
    }

    @Test
    void locksWhatIsInstalledWithoutAnyRepository() {
        try (Shell shell = old(new Condition.MirrorGone(), new Condition.NoPackageLists())) {
            expect(shell.answer("dnf versionlock add libnccl"), 1, "Error: Failed to download metadata for repo");
            String lock = "dnf '--disablerepo=*' versionlock ";
            expect(shell.answer(lock + "delete libnccl"), 0, "Deleting versionlock for: " + OLD_NCCL);
            expect(shell.answer(lock + "add " + NCCL), 0, "No package found for: " + NCCL);
            expect(shell.answer(lock + "add " + OLD_NCCL), 0, "Adding versionlock on: " + OLD_NCCL);
            expect(shell.answer(lock + "add libnccl"), 0, "Package already locked in equivalent form: " + OLD_NCCL);
        }
    }

    @Test
    void doesNotFindWhatIsNotOnOffer() {
        try (Shell shell = old()) {
            expect(
                    shell.answer(FREE + "libnccl-0:9-9 nosuch"),
                    1,
                    "Error: Unable to find a match: libnccl-0:9-9 nosuch");
            String epoch = "nvidia-driver-0:570.133.20-1.el9";
            expect(shell.answer(FREE + epoch), 1, "No match for argument: " + epoch);
            expect(shell.answer(FREE + "nvidia-driver-570.133.20-1.el9"), 0, "Complete!");
        }
    }

    @Test
    void wantsRootEvenToSayNo() {
        try (Shell shell = old()) {
            Answer answer = shell.user("dnf --assumeno --disableplugin=versionlock install " + NCCL);
            expect(answer, 1, "Error: This command has to be run with superuser privileges");
            expect(shell.user("dnf -q -C check --dependencies --duplicates"), 0, "");
            expect(shell.answer("dnf --assumeno --disableplugin=versionlock install " + NCCL), 1, "Operation aborted.");
            expect(shell.root("rpm", "-q", "libnccl"), 0, "libnccl-2.26.2");
        }
    }

    @Test
    void breaksARowWhoseNameIsTooLong() {
        try (Shell shell = old()) {
            Answer answer = shell.answer(
                    "dnf --assumeno --disableplugin=versionlock install datacenter-gpu-manager-4-core-1:4.4.1-1");
            assertThat(answer.text())
                    .contains(" datacenter-gpu-manager-4-core\n" + " ".repeat(30)
                            + "x86_64 1:4.4.1-1          cuda-rhel9");
        }
    }

    @Test
    void repairsWhatIsThereTwiceByKeepingTheNewest() {
        try (Shell shell = old(new Condition.HalfConfigured("nvidia-driver"))) {
            String check = "dnf -q -C check --dependencies --duplicates";
            expect(
                    shell.answer(check),
                    1,
                    "nvidia-driver-3:570.124.06-1.el9.x86_64 is a duplicate with nvidia-driver-3:570.133.20-1.el9.x86_64\n"
                            + "Error: Check discovered 1 problem(s)\n");
            expect(shell.answer(FREE + "nvidia-driver-3:570.133.20-1.el9"), 0, "is already installed");
            expect(shell.answer("dnf -y remove --duplicates"), 0, "Reinstalled:\n  nvidia-driver-3:570.133.20-1.el9");
            assertThat(shell.answer(check).text()).isEmpty();
            expect(shell.root("rpm", "-q", "nvidia-driver"), 0, "nvidia-driver-570.133.20-1.el9.x86_64\n");
            expect(shell.answer("dnf -y remove --duplicates"), 1, "Error: No duplicated packages found for removal.");
        }
    }

    @Test
    void waitsForAnotherOneAsLongAsThatTakes() {
        try (Shell shell = old(new Condition.DpkgLocked(646, Duration.ofMinutes(30)))) {
            expect(shell.answer(FREE + NCCL), 0, "Waiting for process with pid 646 to finish.\n");
        }
    }

    @Test
    void changesNothingWithoutRoomOrKeyOrRepository() {
        try (Shell shell = old(new Condition.DiskFull("/"))) {
            expect(shell.answer(FREE + NCCL), 1, "needs 312MB more space on the / filesystem");
            expect(shell.root("rpm", "-q", "libnccl"), 0, "libnccl-2.26.2");
        }
        try (Shell shell = old(new Condition.UnknownKey())) {
            expect(shell.answer(FREE + NCCL), 1, "Error: GPG check FAILED");
        }
        try (Shell shell = old(new Condition.MirrorGone())) {
            expect(shell.answer("dnf --refresh -y install " + NCCL), 1, "Error: Failed to download metadata for repo");
        }
    }

    /** rpm counts a package as installed whose script failed: that its module is missing shows elsewhere. */
    @Test
    void endsWellWhenAScriptFails() {
        String module = "kmod-nvidia-open-dkms";
        try (Shell shell = old(new Condition.PostinstFails(module))) {
            expect(shell.answer(FREE + module + "-3:570.133.20-1.el9"), 0, "Error in POSTIN scriptlet in rpm package");
            expect(shell.root("rpm", "-q", module), 0, module + "-570.133.20-1.el9.x86_64");
            expect(shell.root("modinfo", "nvidia"), 1, "not found");
        }
    }

    @Test
    void keepsSeveralKernelsAndStartsTheOneThatCameLast() {
        try (Shell shell = old(new Condition.Kernel("5.14.0-427.13.1.el9_4.x86_64"))) {
            expect(shell.root("uname", "-r"), 0, "5.14.0-427.13.1.el9_4.x86_64");
            expect(
                    shell.root("rpm", "-q", "kernel-core"),
                    0,
                    "kernel-core-5.14.0-427.13.1.el9_4.x86_64\nkernel-core-5.14.0-503");
            assertThat(shell.answer("dnf -q -C check --duplicates").exit()).isZero();
            String pinned = "/boot/vmlinuz-5.14.0-503.11.1.el9_5.x86_64";
            expect(shell.root("grubby", "--set-default", pinned), 0, pinned);
            expect(shell.root("grubby", "--default-kernel"), 0, pinned + "\n");
        }
    }
}
