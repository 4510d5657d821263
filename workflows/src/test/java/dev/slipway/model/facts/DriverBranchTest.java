package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverBranchTest {
    @ParameterizedTest
    @CsvSource({
        "nvidia-driver-570, 570",
        "nvidia-driver-570-server-open, 570",
        "nvidia-dkms-580-open, 580",
        "nvidia-headless-no-dkms-570-server, 570",
        "libnvidia-compute-570-server, 570",
        "libnvidia-nscq-570, 570",
        "nvidia-firmware-570-570.133.20, 570",
        "linux-modules-nvidia-570-server-open-6.8.0-60-generic, 570",
        "linux-objects-nvidia-570-6.8.0-60-generic, 570",
        "xserver-xorg-video-nvidia-570, 570",
        "kmod-nvidia-open-570.133.20-5.14.0-503.11.1, 570",
        "nvidia-fabricmanager-570, 570",
        "nvidia-imex-570, 570",
        "cuda-drivers-570, 570",
        "cuda-drivers-fabricmanager-570, 570",
        "nvidia-driver, ",
        "kmod-nvidia-open-dkms, ",
        "nvidia-container-toolkit, ",
        "libnvidia-container1, ",
        "nvidia-fs-dkms, ",
        "cuda-toolkit-12-8, ",
        "cuda-drivers, ",
        "linux-image-6.8.0-60-generic, "
    })
    void namesCarryIt(String name, String branch) {
        assertThat(DriverBranch.ofPackage(name).orElse(null)).isEqualTo(branch);
    }

    @ParameterizedTest
    @CsvSource({"570.133.20, 570", "580.65.06, 580", "570, 570", "570.133.20 | 580.65.06, 570 | 580"})
    void versionsBeginWithIt(String version, String branch) {
        assertThat(DriverBranch.ofVersion(version)).isEqualTo(branch);
    }
}
