package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelReadinessTest {
    @ParameterizedTest
    @CsvSource({
        "linux-modules-nvidia-570-server-6.8.0-60-generic, 6.8.0-60-generic, true",
        "linux-modules-nvidia-570-server-6.8.0-60-generic, 6.8.0-62-generic, false",
        "kmod-nvidia-570.133.20-5.14.0-503.40.1, 5.14.0-503.40.1.el9_5.x86_64, true",
        "kmod-nvidia-570.133.20-5.14.0-503.40.1, 5.14.0-503.38.1.el9_5.x86_64, false",
        "kmod-nvidia-open-dkms, 5.14.0-503.40.1.el9_5.x86_64, false"
    })
    void aPackageDeliversTheModuleOfTheKernelThatItIsNamedBy(String name, String kernel, boolean delivers) {
        assertThat(KernelReadiness.delivers(name, kernel)).isEqualTo(delivers);
    }
}
