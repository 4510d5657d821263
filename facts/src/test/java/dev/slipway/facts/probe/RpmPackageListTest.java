package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The database of rpm and the locks of dnf, with the texts that dnf 4.14 had. */
class RpmPackageListTest {
    @Test
    void readsLocksOfDnf() {
        String locks = "# added\nnvidia-driver-3:570.1-1.el9.*\nkernel-core-0:5.14.0-1.el9.*\n!libnccl-0:2.27-1.*\n";
        assertThat(PackageList.holds(locks).or(Map.of()))
                .isEqualTo(Map.of("nvidia-driver", Set.of("3:570.1-1.el9"), "kernel-core", Set.of("5.14.0-1.el9")));
        assertThat(PackageList.holds(
                                "# Added by 'versionlock add' command\nPackage name: nvidia-driver\nevr = 3:570.1-1\n")
                        .or(Map.of()))
                .containsOnlyKeys("nvidia-driver");
        assertThat(PackageList.parse("nvidia-driver\t0:570.1-1.el9\tinstall ok installed\n", "")
                        .map(List::getFirst)
                        .map(InstalledPackage::version)
                        .or(""))
                .isEqualTo("570.1-1.el9");
    }

    /** A lock lets a package move to the version that is locked, and a second lock to that one too. */
    @Test
    void aLockHoldsOnlyTheVersionThatIsInstalled() {
        String rows = "nvidia-driver\t3:570.1-1.el9\tinstall ok installed\n";
        assertThat(heldBy(rows, "nvidia-driver-3:570.1-1.el9.*\n")).isTrue();
        assertThat(heldBy(rows, "nvidia-driver-3:570.2-1.el9.*\n")).isFalse();
        assertThat(heldBy(rows, "nvidia-driver-3:570.1-1.el9.*\nnvidia-driver-3:570.2-1.el9.*\n"))
                .isFalse();
        assertThat(heldBy(rows, "!nvidia-driver-3:570.2-1.el9.*\n")).isFalse();
    }

    private static boolean heldBy(String rows, String locks) {
        return PackageList.parse(rows, locks).or(List.of()).getFirst().held();
    }

    @Test
    void namesPackagesThatAreThereTwice() {
        Reading<List<InstalledPackage>> packages = PackageList.parse("a1\t1\tinstall ok installed\n", "");
        String audit = """
                libnccl-2.26.2-1+cuda12.8.x86_64 is a duplicate with libnccl-2.27.3-1+cuda12.9.x86_64
                nvidia-driver-libs-3:570.124.06-1.el9.x86_64 is a duplicate with nvidia-driver-libs-3:570.133.20-1.el9.x86_64
                Error: Check discovered 2 problem(s)
                """;

        assertThat(PackageList.broken(Reading.of(new Section(1, audit.getBytes(UTF_8))), packages)
                        .or(List.of()))
                .containsExactly("libnccl", "nvidia-driver-libs");
    }
}
