package dev.slipway.facts.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Field;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuPackagesTest {
    private static final String OFFERS = """
            nvidia-driver-570-server | 570.124.06-0ubuntu1 | http://a noble/restricted amd64 Packages
            nvidia-driver-570-server | 570.133.20-0ubuntu1 | http://a noble/restricted amd64 Packages
            nvidia-driver-570-server | 570.133.20-0ubuntu2 | http://a noble/restricted amd64 Packages
            libnvidia-compute-570-server | 570.133.20-0ubuntu1 | http://a noble/restricted amd64 Packages
            nvidia-fabricmanager-570 | 570.133.20-1 | http://a  Packages
            libnvidia-nscq-570 | 570.133.20-1 | http://a  Packages
            datacenter-gpu-manager-4-core | 1:4.4.1-1 | http://a  Packages
            libnccl2 | 2.27.3-1+cuda12.9 | http://a  Packages
            nvidia-container-toolkit | 1.17.7-1 | http://a  Packages
            cuda-toolkit-12-9 | 12.9.1-1 | http://a  Packages
            cuda-toolkit-12-8 | 12.8.1-1 | http://a  Packages
            linux-image-6.8.0-60-generic | 6.8.0-60.63 | http://a  Packages
            linux-headers-6.8.0-60-generic | 6.8.0-60.63 | http://a  Packages
            bash | 570.133.20 | http://a  Packages
            """;

    private static GpuPackages.Found found(Map<Field, String> pins) {
        return GpuPackages.pinned(PackageOffers.parse(OFFERS).value().orElseThrow(), pins);
    }

    @Test
    void choosesEachPackageWhoseVersionIsPinnedInItsNewestBuild() {
        GpuPackages.Found found = found(Map.of(
                Field.DRIVER_VERSION, "570.133.20",
                Field.FABRIC_MANAGER, "570.133.20",
                Field.NSCQ, "n/a",
                Field.DCGM, "4.4.1",
                Field.NCCL, "2.27.3",
                Field.CUDA_TOOLKIT, "12-9",
                Field.KERNEL, "6.8.0-60-generic"));

        assertThat(found.packages())
                .containsOnly(
                        Map.entry("nvidia-driver-570-server", "570.133.20-0ubuntu2"),
                        Map.entry("libnvidia-compute-570-server", "570.133.20-0ubuntu1"),
                        Map.entry("nvidia-fabricmanager-570", "570.133.20-1"),
                        Map.entry("datacenter-gpu-manager-4-core", "1:4.4.1-1"),
                        Map.entry("libnccl2", "2.27.3-1+cuda12.9"),
                        Map.entry("cuda-toolkit-12-9", "12.9.1-1"),
                        Map.entry("linux-image-6.8.0-60-generic", "6.8.0-60.63"),
                        Map.entry("linux-headers-6.8.0-60-generic", "6.8.0-60.63"));
        assertThat(found.missing()).isEmpty();
    }

    /** {@code uname -r} names the architecture too; dnf lists the version without it. */
    @Test
    void choosesTheKernelOfAnRpmSystemByItsVersion() {
        String offers = """
                kernel-core.x86_64    5.14.0-503.11.1.el9_5    baseos
                kernel-core.x86_64    5.14.0-503.14.1.el9_5    baseos
                kernel-devel.x86_64   5.14.0-503.11.1.el9_5    appstream
                kernel-doc.noarch     5.14.0-503.11.1.el9_5    baseos
                """;

        GpuPackages.Found found = GpuPackages.pinned(
                PackageOffers.parse(offers).value().orElseThrow(),
                Map.of(Field.KERNEL, "5.14.0-503.11.1.el9_5.x86_64"));

        assertThat(found.packages())
                .containsOnly(
                        Map.entry("kernel-core", "5.14.0-503.11.1.el9_5"),
                        Map.entry("kernel-devel", "5.14.0-503.11.1.el9_5"));
        assertThat(found.missing()).isEmpty();
    }

    /** The kernel with pages of 64 KiB is in packages of other names: the one of 4 KiB is not the pin. */
    @Test
    void takesNoKernelForOneOfAnotherFlavour() {
        String offers = "kernel-core.aarch64    5.14.0-427.13.1.el9_4    baseos";

        GpuPackages.Found found = GpuPackages.pinned(
                PackageOffers.parse(offers).value().orElseThrow(),
                Map.of(Field.KERNEL, "5.14.0-427.13.1.el9_4.aarch64+64k"));

        assertThat(found.packages()).isEmpty();
        assertThat(found.missing()).containsExactly(Field.KERNEL);
    }

    /** A node has one flavour of modules: a transaction with both can never end. */
    @ParameterizedTest
    @CsvSource({
        "open, nvidia-dkms-570-server-open kmod-nvidia-open-dkms, 0",
        "proprietary, nvidia-dkms-570-server kmod-nvidia-latest-dkms, 0",
        "'', '', 2",
    })
    void takesOneOfPackagesThatExcludeEachOther(String flavour, String taken, int choices) {
        String offers = """
                nvidia-dkms-570-server | 570.133.20-0ubuntu1 | http://a noble/restricted amd64 Packages
                nvidia-dkms-570-server-open | 570.133.20-0ubuntu1 | http://a noble/restricted amd64 Packages
                kmod-nvidia-latest-dkms | 570.133.20-1 | http://a  Packages
                kmod-nvidia-open-dkms | 570.133.20-1 | http://a  Packages
                libnvidia-compute-570-server | 570.133.20-0ubuntu1 | http://a noble/restricted amd64 Packages
                """;

        GpuPackages.Found found = GpuPackages.pinned(
                PackageOffers.parse(offers).value().orElseThrow(),
                Map.of(Field.DRIVER_VERSION, "570.133.20", Field.MODULE_FLAVOUR, flavour));

        assertThat(found.packages().keySet())
                .containsExactlyInAnyOrder(
                        ("libnvidia-compute-570-server " + taken).strip().split(" "));
        assertThat(found.choices())
                .hasSize(choices)
                .allSatisfy(choice -> assertThat(choice).hasSize(2));
    }

    @Test
    void namesAPinThatNoPackageBrings() {
        GpuPackages.Found found = found(Map.of(
                Field.CONTAINER_TOOLKIT, "1.17.8", Field.VBIOS, "96.00.99.00.01", Field.KERNEL, "6.8.0-61-generic"));

        assertThat(found.packages()).isEmpty();
        assertThat(found.missing()).containsExactly(Field.KERNEL, Field.CONTAINER_TOOLKIT);
    }
}
