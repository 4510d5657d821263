package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeState;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunKindTest {
    @Test
    void aLeaseGoesOnToItsTestAndEveryOtherRunToItsChange() {
        for (NodeState state : List.of(NodeState.CORDONED, NodeState.DRAINING)) {
            assertThat(RunKind.LEASE.next(state)).isEqualTo("the test, once the node is proven idle");
            for (RunKind other : others()) {
                assertThat(other.next(state))
                        .as(other.name())
                        .isEqualTo("the change itself, once the node is proven empty");
            }
        }
    }

    @Test
    void aLeaseHasNoSoak() {
        assertThat(RunKind.LEASE.next(NodeState.READMITTED)).isEqualTo("release of the capacity");
        for (RunKind other : others()) {
            assertThat(other.next(NodeState.READMITTED)).as(other.name()).contains("a soak before that");
        }
    }

    private static List<RunKind> others() {
        return List.of(RunKind.NODE_RUN, RunKind.FORWARD_ONLY_RUN, RunKind.IN_SERVICE_RUN);
    }
}
