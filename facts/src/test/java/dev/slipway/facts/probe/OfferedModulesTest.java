package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.KernelState.Offered;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferedModulesTest {
    private static final String APT = """
            # apt
            Package: linux-modules-nvidia-570-server-open-6.8.0-60-generic
            Version: 6.8.0-60.63
            Depends: linux-image-6.8.0-60-generic | linux-image-unsigned-6.8.0-60-generic, nvidia-kernel-common-570-server (<= 570.133.20-1), nvidia-kernel-common-570-server (>= 570.133.20)

            Package: linux-modules-nvidia-550-6.8.0-60-generic
            Version: 6.8.0-60.63+1
            """;

    @Test
    void aptTellsTheDriverByWhatAPackageDependsOn() {
        assertThat(OfferedModules.parse(APT).or(java.util.List.of()))
                .containsExactly(
                        new Offered(
                                "linux-modules-nvidia-570-server-open-6.8.0-60-generic", "6.8.0-60.63", "570.133.20"),
                        new Offered("linux-modules-nvidia-550-6.8.0-60-generic", "6.8.0-60.63+1", ""));
    }

    @Test
    void dnfTellsItByTheName() {
        assertThat(OfferedModules.parse("# dnf\nkmod-nvidia-570.133.20-5.14.0-503.11.1 3:570.133.20-1.el9\n"
                                + "kmod-nvidia-open-570.133.20-5.14.0-503.11.1 3:570.133.20-1.el9\n")
                        .or(java.util.List.of()))
                .containsExactly(
                        new Offered("kmod-nvidia-570.133.20-5.14.0-503.11.1", "3:570.133.20-1.el9", "570.133.20"),
                        new Offered("kmod-nvidia-open-570.133.20-5.14.0-503.11.1", "3:570.133.20-1.el9", "570.133.20"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"# apt\n", "# dnf\n"})
    void nothingIsNothingOnOffer(String text) {
        assertThat(OfferedModules.parse(text).value())
                .hasValueSatisfying(all -> assertThat(all).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# apt\nno package lists\n",
                "# apt\nVersion: 1\n",
                "# apt\nPackage: linux-image-6.8.0\nVersion: 1\n",
                "# apt\nPackage: linux-modules-nvidia-570-6.8.0-60-generic\n",
                "# dnf\nCache-only enabled but no cache for repo 'cuda-rhel9-x86_64'\n"
            })
    void whatIsNotUnderstoodIsUnknown(String text) {
        assertThat(OfferedModules.parse(text).known()).isFalse();
    }
}
