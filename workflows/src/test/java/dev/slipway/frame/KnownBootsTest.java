package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownBootsTest {
    private final KnownBoots boots = new KnownBoots();

    @Test
    void theNextRebootLeavesTheBootUnderWhichTheFirstGateWasAnswered() {
        boots.read("boot-1");

        boots.answered("G1", "boot-2");

        assertThat(boots.running()).isEqualTo("boot-2");
    }

    @Test
    void anActWithoutABootChangesNothing() {
        boots.read("boot-1");

        boots.read(" ");

        assertThat(boots.running()).isEqualTo("boot-1");
    }

    @Test
    void gatesUnderAnotherBootBeginAnewOnceTheTestsAreOver() {
        boots.answered("G1", "boot-1");

        boots.testsOver();
        boots.answered("G1", "boot-2");

        assertThat(boots.running()).isEqualTo("boot-2");
    }
}
