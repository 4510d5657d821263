package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildCauseTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nvidia/os-mlock.c:42:12: error: implicit declaration of function 'follow_pfn'|newer driver",
                "nvidia/nv-mmap.c:681:23: error: assignment of read-only member 'vm_flags'|newer driver",
                "gcc: error: unrecognized command-line option '-ftrivial-auto-var-init=zero'|compiler",
                "ERROR: modpost: GPL-incompatible module nvidia.ko uses GPL-only symbol 'rcu_read_lock'|GPL",
                "cc1: fatal error: closing /tmp/cc.s: No space left on device|full",
                "nv.h:1:10: fatal error: linux/kconfig.h: No such file or directory|headers"
            })
    void namesWhatALineOfALogMeans(String line, String cause) {
        assertThat(BuildCause.sentence(line)).startsWith(line + " (").contains(cause);
    }

    @Test
    void doesNotGuess() {
        assertThat(BuildCause.sentence("make: *** [Makefile:82: modules] Error 2"))
                .isEqualTo("make: *** [Makefile:82: modules] Error 2");
    }
}
