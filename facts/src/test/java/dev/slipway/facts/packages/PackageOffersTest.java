package dev.slipway.facts.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PackageOffersTest {
    private static List<String> versions(String text, String name) {
        return PackageOffers.parse(text).value().orElseThrow().upstream(name::equals);
    }

    @Test
    void ordersWhatMadisonListsAsDpkgDoes() {
        String text = """
                 nvidia-driver-570-server | 570.133.20-0ubuntu0.24.04.1 | http://archive.ubuntu.com/ubuntu noble-updates/restricted amd64 Packages
                 nvidia-driver-570-server | 570.86.15-0ubuntu1 | http://archive.ubuntu.com/ubuntu noble/restricted amd64 Packages
                datacenter-gpu-manager-4-core | 1:4.4.1-1 | https://developer.download.nvidia.com/ubuntu2404/x86_64  Packages
                """;
        assertThat(versions(text, "nvidia-driver-570-server")).containsExactly("570.86.15", "570.133.20");
        assertThat(versions(text, "datacenter-gpu-manager-4-core")).containsExactly("4.4.1");
    }

    @Test
    void readsTheVersionTablesOfPolicy() {
        String text = """
                nvidia-container-toolkit:
                  Installed: 1.17.7-1
                  Candidate: 1.17.8-1
                  Version table:
                     1.17.8-1 500
                        500 https://nvidia.github.io/libnvidia-container/stable/deb/amd64  Packages
                 *** 1.17.7-1 500
                        500 https://nvidia.github.io/libnvidia-container/stable/deb/amd64  Packages
                        100 /var/lib/dpkg/status
                """;
        assertThat(versions(text, "nvidia-container-toolkit")).containsExactly("1.17.7", "1.17.8");
    }

    @Test
    void readsWhatDnfListsWithLongNamesBroken() {
        String text = """
                Last metadata expiration check: 0:01:02 ago on Fri Nov 21 10:00:00 2026.
                Available Packages
                nvidia-driver.x86_64                 3:570.124.06-1.el9              cuda-rhel9-x86_64
                nvidia-driver.x86_64                 3:570.133.20-1.el9              cuda-rhel9-x86_64
                nvidia-container-toolkit-base-with-a-long-name.x86_64
                                                     1.17.8-1                        nvidia-container-toolkit
                """;
        assertThat(versions(text, "nvidia-driver")).containsExactly("570.124.06", "570.133.20");
        assertThat(versions(text, "nvidia-container-toolkit-base-with-a-long-name"))
                .containsExactly("1.17.8");
    }

    @Test
    void aPackageThatWasRemovedIsNotThere() {
        String text = "libnccl2\t2.26.2-1+cuda12.8\tdeinstall ok config-files\n"
                + "libnccl2\t2.27.3-1+cuda12.9\tinstall ok installed\n";

        assertThat(versions(text, "libnccl2")).containsExactly("2.27.3");
    }

    @Test
    void offersNothingWhereNothingIsListed() {
        assertThat(PackageOffers.parse("N: Unable to locate package nvidia-driver-999\n")
                        .known())
                .isFalse();
        assertThat(PackageOffers.parse("").known()).isFalse();
    }
}
