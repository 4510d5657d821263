package dev.slipway.activities.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.Baseline;
import dev.slipway.model.facts.InstalledPackage;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackageSystemsTest {
    private static final String DNF_TABLE = """
            Dependencies resolved.
            ================================================================================
             Package                      Arch   Version            Repository         Size
            ================================================================================
            Upgrading:
             datacenter-gpu-manager-4-core
                                          x86_64 1:4.4.1-1          cuda-rhel9-x86_64 6.1 M
             kernel-core                  x86_64 5.14.0-503.11.1.el9_5
                                                                    cuda-rhel9-x86_64 6.0 M
            Installing dependencies:
             nvidia-extra                 x86_64 3:570.133.20-1.el9 cuda-rhel9-x86_64 1.0 M
                 replacing  nvidia-old.x86_64 3:570.124.06-1.el9
            Downgrading:
             libnccl                      x86_64 2.26.2-1+cuda12.8  cuda-rhel9-x86_64 190 M

            Transaction Summary
            ================================================================================
            Install    1 Package
            Upgrade    2 Packages
            Downgrade  1 Package

            Total download size: 203 M
            """;

    private final AptPackages apt = new AptPackages();
    private final DnfPackages dnf = new DnfPackages();

    private static Baseline goal(Map<String, String> packages, List<String> holds) {
        return ChangedBaseline.of(OneNode.baseline(OneNode.GOAL))
                .packages(packages)
                .holds(holds)
                .baseline();
    }

    private static PackageState state(InstalledPackage... packages) {
        Map<String, List<InstalledPackage>> byName = new java.util.TreeMap<>();
        List.of(packages)
                .forEach(p -> byName.computeIfAbsent(p.name(), name -> new java.util.ArrayList<>())
                        .add(p));
        return new PackageState("ubuntu-24.04", byName, List.of());
    }

    @Test
    void aptReadsWhatASimulationWouldDo() {
        String out = """
                Reading package lists...
                The following packages will be REMOVED:
                  nvidia-driver-580
                Remv nvidia-driver-580 [580.65.06-0ubuntu1]
                Inst libnccl2 [2.27.3-1+cuda12.9] (2.26.2-1+cuda12.8 NVIDIA:1.0/ubuntu2404 [amd64]) []
                Inst nvidia-extra:amd64 (1.0-1 NVIDIA:1.0/ubuntu2404 [amd64])
                Conf libnccl2 (2.26.2-1+cuda12.8 NVIDIA:1.0/ubuntu2404 [amd64])
                Conf nvidia-dkms-570-server (570.133.20-0ubuntu1 Ubuntu:24.04/noble [amd64])
                """;
        assertThat(apt.changes(goal(Map.of(), List.of()), 0, out, ""))
                .containsExactly(
                        "libnccl2 2.27.3-1+cuda12.9 → 2.26.2-1+cuda12.8",
                        "nvidia-dkms-570-server 570.133.20-0ubuntu1 is configured",
                        "nvidia-driver-580 580.65.06-0ubuntu1 → removed",
                        "nvidia-extra absent → 1.0-1");
    }

    @Test
    void aptRefusesAChangeThatItDoesNotUnderstand() {
        assertThatThrownBy(() -> apt.changes(goal(Map.of(), List.of()), 0, "Inst libnccl2 [2.27.3-1]\n", ""))
                .hasMessageContaining("not understood: Inst libnccl2");
    }

    @Test
    void aptsLastWordIsTheOneThatTells() {
        assertThat(apt.lastError(
                        "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 646 (python3)"))
                .contains("process 646");
        assertThat(apt.lastError("""
                        dpkg: error processing package nvidia-dkms-570-server (--configure):
                         installed nvidia-dkms-570-server package post-installation script subprocess returned error exit status 10
                        E: Sub-process /usr/bin/dpkg returned an error code (1)
                        """)).contains("returned error exit status 10");
        assertThat(apt.lastError("\n")).isEqualTo("no output");
    }

    @Test
    void aptHoldsLastAndOnlyWhatIsThere() {
        Baseline goal = goal(Map.of("libnccl2", "2.27.3-1"), List.of("libnccl2", "linux-image-a", "linux-image-b"));
        List<List<String>> commands =
                apt.converge(goal, state(new InstalledPackage("linux-image-a", "1", "installed", false)));
        assertThat(commands.getLast()).containsExactly("apt-mark", "hold", "libnccl2", "linux-image-a");
        assertThat(commands.get(1))
                .contains("--allow-downgrades", "--allow-change-held-packages", "DPkg::Lock::Timeout=600")
                .endsWith("install", "libnccl2=2.27.3-1");
    }

    @Test
    void aptMakesBootFilesWithWhatTheNodeHas() {
        Baseline goal = goal(Map.of(), List.of());
        assertThat(apt.converge(goal, state(new InstalledPackage("initramfs-tools", "1", "installed", false))))
                .contains(List.of("update-initramfs", "-u", "-k", "all"));
        assertThat(apt.converge(goal, state(new InstalledPackage("dracut", "1", "installed", false))))
                .contains(List.of("dracut", "-f", "--regenerate-all"));
        assertThat(apt.converge(goal, state())).hasSize(3);
    }

    @Test
    void dnfReadsItsTableAndRefusesOneThatItDoesNotUnderstand() {
        Baseline goal = goal(Map.of(), List.of());
        assertThat(dnf.changes(goal, 1, DNF_TABLE, "Operation aborted.\n"))
                .containsExactly(
                        "datacenter-gpu-manager-4-core 1:4.4.1-1: upgrading",
                        "kernel-core 5.14.0-503.11.1.el9_5: upgrading",
                        "nvidia-extra 3:570.133.20-1.el9: installing dependencies",
                        "nvidia-old 3:570.124.06-1.el9: replaced",
                        "libnccl 2.26.2-1+cuda12.8: downgrading");
        String hidden = DNF_TABLE.replace("Downgrading:", "Moving sideways:");
        assertThatThrownBy(() -> dnf.changes(goal, 1, hidden, "Operation aborted.\n"))
                .hasMessageContaining("not understood");
        assertThat(dnf.changes(goal, 0, "Dependencies resolved.\nNothing to do.\nComplete!\n", ""))
                .isEmpty();
        assertThatThrownBy(() -> dnf.changes(goal, 1, "Operation aborted.\n", ""))
                .isInstanceOf(ApplicationFailure.class);
        assertThatThrownBy(() -> dnf.changes(goal, 1, "", "Error: Unable to find a match: libnccl-9\n"))
                .hasMessageContaining("Unable to find a match");
    }

    @Test
    void dnfTellsTheCauseAndNotWhatFollowsFromIt() {
        assertThat(dnf.lastError("""
                No match for argument: libnccl-0:9-9
                Error: Unable to find a match: libnccl-0:9-9
                """)).isEqualTo("Error: Unable to find a match: libnccl-0:9-9");
        assertThat(dnf.lastError("""
                All matches were filtered out by modular filtering for argument: nvidia-driver-3:570.133.20-1.el9
                Error: Unable to find a match: nvidia-driver-3:570.133.20-1.el9
                """)).contains("modular filtering");
        assertThat(dnf.lastError("""
                Error: Transaction test error:
                  installing package libnccl-2.27.3-1+cuda12.9.x86_64 needs 28MB more space on the / filesystem

                Error Summary
                -------------
                Disk Requirements:
                   At least 28MB more space needed on the / filesystem.
                """)).startsWith("installing package libnccl");
        assertThat(dnf.lastError("""
                Error:
                 Problem: conflicting requests
                  - nothing provides /bin/sh needed by libnccl-2.27.3-1+cuda12.9.x86_64
                """)).contains("nothing provides /bin/sh");
    }

    @Test
    void dnfReplacesLocksByLocksOfTheGoal() {
        Baseline goal = goal(Map.of("nvidia-driver", "3:570.133.20-1.el9", "libnccl", "2.27.3-1"), List.of());
        PackageState before = state(new InstalledPackage("libnccl", "2.26.2-1", "installed", true));
        List<List<String>> commands = dnf.converge(goal, before);
        assertThat(commands.getFirst())
                .as("a lock that holds nothing goes first")
                .containsExactly("dnf", "--disablerepo=*", "versionlock", "delete", "nvidia-driver");
        assertThat(commands.get(1)).endsWith("install", "libnccl-0:2.27.3-1", "nvidia-driver-3:570.133.20-1.el9");
        assertThat(dnf.hold(goal, before))
                .containsExactly(
                        List.of("dnf", "--disablerepo=*", "versionlock", "delete", "libnccl", "nvidia-driver"),
                        List.of(
                                "dnf",
                                "--disablerepo=*",
                                "versionlock",
                                "add",
                                "libnccl-0:2.27.3-1",
                                "nvidia-driver-3:570.133.20-1.el9"));
    }

    @Test
    void oneOfSeveralKernelsAtThePinIsEnough() {
        Baseline goal = goal(Map.of("kernel-core", "5.14.0-503.11.1.el9_5"), List.of());
        InstalledPackage old = new InstalledPackage("kernel-core", "5.14.0-427.13.1.el9_4", "installed", false);
        InstalledPackage pinned = new InstalledPackage("kernel-core", "5.14.0-503.11.1.el9_5", "installed", true);

        assertThat(state(old, pinned).differences(goal)).isEmpty();
        assertThat(state(pinned, old).differences(goal)).isEmpty();
        assertThat(state(old).differences(goal)).contains("kernel-core 5.14.0-427.13.1.el9_4 → 5.14.0-503.11.1.el9_5");
    }

    @Test
    void aPackageThatIsGoneButForItsSettingsIsAbsent() {
        PackageState state = state(new InstalledPackage("libnccl2", "2.27.3-1", "config-files", false));
        assertThat(state.installed("libnccl2")).isFalse();
        assertThat(state.differences(goal(Map.of("libnccl2", "2.27.3-1"), List.of())))
                .containsExactly("libnccl2 absent → 2.27.3-1");
    }
}
