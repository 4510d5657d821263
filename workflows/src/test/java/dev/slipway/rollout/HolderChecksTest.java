package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each holder is checked in its turn, and a check costs no more where many hold a grant. */
class HolderChecksTest {
    private final HolderChecks checks = new HolderChecks();

    private static List<HeldGrant> held(int many) {
        return IntStream.rangeClosed(1, many)
                .mapToObj(n -> "gpu-" + n)
                .map(HolderChecksTest::grant)
                .toList();
    }

    private static HeldGrant grant(String name) {
        NodeRef node = new NodeRef("prod", name);
        CapacityRequest request = new CapacityRequest("prod", "fleet", node, node.workflowId(), "run-1");
        return new HeldGrant(request, new Grant("prod", node.workflowId(), 1, Instant.EPOCH, "run-1"));
    }

    private static List<String> holders(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(n -> "node/prod/gpu-" + n)
                .toList();
    }

    @Test
    void checksTwentyFiveAtOnceAndThenTheOthers() {
        List<HeldGrant> held = held(60);

        assertThat(checks.next(held, Set.of(), false)).isEqualTo(holders(1, 25));
        assertThat(checks.next(held, Set.of(), false)).isEqualTo(holders(26, 50));

        List<String> third = new ArrayList<>(holders(51, 60));
        third.addAll(holders(1, 15));
        assertThat(checks.next(held, Set.of(), false)).isEqualTo(third);
        List<String> fourth = new ArrayList<>(holders(16, 40));
        assertThat(checks.next(held, Set.of(), false)).isEqualTo(fourth);
    }

    @Test
    void whileSomebodyWaitsTheNodesThatCountInEitherCaseComeLast() {
        List<HeldGrant> held = held(3);

        assertThat(checks.next(held, Set.of("gpu-1"), true))
                .containsExactly("node/prod/gpu-2", "node/prod/gpu-3", "node/prod/gpu-1");
        assertThat(checks.next(held, Set.of("gpu-1"), false))
                .as("nobody waits")
                .containsExactly("node/prod/gpu-1", "node/prod/gpu-2", "node/prod/gpu-3");
    }

    @Test
    void aHolderThatGaveBackBeginsAnew() {
        List<HeldGrant> held = held(26);
        checks.next(held, Set.of(), false);

        checks.forget("node/prod/gpu-7");

        assertThat(checks.next(held, Set.of(), false)).startsWith("node/prod/gpu-7", "node/prod/gpu-26");
    }
}
