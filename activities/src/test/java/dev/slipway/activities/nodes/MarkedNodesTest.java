package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkedNodesTest implements MarkFile {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final DrainPolicy MINUTE = DrainPolicy.waiting(Duration.ofMinutes(1));

    private final Map<NodeRef, String> files = new HashMap<>();
    private Reading<List<Holder>> computing = Reading.of(List.of());
    private final TestClock clock = TestClock.still(T0);
    private final MarkedNodes nodes = new MarkedNodes(this, act -> computing, clock);

    private static Act act(String token) {
        return new Act(NODE, "f", token, NODE.workflowId(), "image-drift", Step.DRAIN, 1, Optional.empty(), T0);
    }

    @Test
    void marksANodeAndTakesTheMarkOff() {
        CordonRecord found = nodes.cordon(act("run-1"), false);
        assertThat(nodes.standing(act("run-1")).ownedBy("run-1")).isTrue();

        nodes.restore(act("run-1"), found, true);

        assertThat(nodes.standing(act("run-1")).schedulable()).isTrue();
    }

    @Test
    void aReadmissionWhoseAnswerWasLostKnowsItselfAgain() {
        CordonRecord found = nodes.cordon(act("run-1"), false);
        nodes.restore(act("run-1"), found, true);

        assertThat(nodes.standing(act("run-1")).readmittedBy()).isEqualTo("run-1");
        nodes.restore(act("run-1"), found, true);

        nodes.cordon(act("run-2"), false);
        assertThat(nodes.standing(act("run-2")).ownedBy("run-2")).isTrue();
        assertThat(nodes.standing(act("run-2")).readmittedBy()).isEmpty();
    }

    @Test
    void i2_leavesTheMarkOfAnotherRunAlone() {
        nodes.cordon(act("run-0"), false);
        nodes.hold(act("run-0"), "gates failed");

        assertThat(Refusal.of(FailureType.GATE_CLOSED, () -> nodes.cordon(act("run-1"), false)))
                .contains("gates failed");
        assertThat(nodes.cordon(act("run-1"), true).ownerToken()).isEqualTo("run-1");
    }

    @Test
    void i6_isEmptyOnlyWhenTheNodeSaysSo() {
        computing = Reading.of(List.of(new Holder(4121, "python", "GPU")));
        nodes.cordon(act("run-1"), false);

        assertThat(Refusal.of(FailureType.DRAIN_BLOCKED, () -> nodes.drain(act("run-1"), MINUTE)))
                .contains("4121");
        computing = Reading.unknown("no answer");
        Refusal.of(FailureType.DRAIN_BLOCKED, () -> nodes.drain(act("run-1"), MINUTE));
        computing = Reading.of(List.of());
        assertThat(nodes.drain(act("run-1"), MINUTE).evicted()).isZero();
        assertThat(clock.waits()).isNotEmpty();
    }

    @Override
    public Optional<String> read(NodeRef node) {
        return Optional.ofNullable(files.get(node));
    }

    @Override
    public void write(NodeRef node, String text) {
        files.put(node, text);
    }
}
