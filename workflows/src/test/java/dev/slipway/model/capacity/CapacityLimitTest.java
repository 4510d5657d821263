package dev.slipway.model.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityLimitTest {
    private static final NodeRef NODE = new NodeRef("prod", "gpu-1");

    @ParameterizedTest
    @CsvSource({"5,10,100,5", "5,10,40,4", "5,10,39,3", "5,10,9,1", "5,10,0,1", "0,10,100,0", "5,100,4,4"})
    void isTheLowerOfACountAndAPercentageRoundedDown(int count, int percent, int members, int limit) {
        assertThat(new CapacityLimit(count, percent).of(members)).isEqualTo(limit);
    }

    @Test
    void aGrantIsOfTheRunThatItNames() {
        Grant named = new Grant("prod", "node/prod/gpu-1", 1, Instant.EPOCH, "run-1");

        assertThat(named.isOf("run-1")).isTrue();
        assertThat(named.isOf("run-2")).isFalse();
        assertThat(new Grant("prod", "node/prod/gpu-1", 1, Instant.EPOCH).isOf("run-2"))
                .as("a grant of an older worker names no run")
                .isTrue();
    }

    @Test
    void aHeldGrantAnswersTheRunThatAskedForIt() {
        CapacityRequest request = asked("node/prod/gpu-1", "run-1");
        HeldGrant held = new HeldGrant(request, new Grant("prod", request.holder(), 1, Instant.EPOCH, "run-1"));

        assertThat(held.answers(request)).isTrue();
        assertThat(held.answers(asked("node/prod/gpu-1", "run-2"))).isFalse();
        assertThat(held.answers(asked("node/prod/gpu-2", "run-1"))).isFalse();
    }

    private static CapacityRequest asked(String holder, String run) {
        return new CapacityRequest("prod", "fleet", NODE, holder, run);
    }
}
