package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must be so before a node is changed: the lock is ours, and what it showed is stored elsewhere. */
class BeforeAnyChangeTest {
    private static final List<String> CHANGES =
            List.of("Packages.converge", "Power.reboot", "Image.reimage", "Packages.settings");

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    @Test
    void i7_aNodeWithAnOpenRunIsRefusedToAnyOther() {
        node.capacity = false;
        ImageDrift first = bench.imageDrift(node);
        WorkflowClient.start(first::run, Bench.trigger(node));

        assertThatThrownBy(() -> WorkflowClient.start(bench.imageDrift(node)::run, Bench.trigger(node)))
                .isInstanceOf(WorkflowExecutionAlreadyStarted.class);
    }

    @Test
    void i6_nothingIsChangedBeforeTheDrainHasEmptiedTheNode() {
        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        int drained = node.calls.indexOf("Nodes.drain");
        assertThat(drained).isNotNegative();
        assertThat(node.calls.subList(0, drained)).doesNotContainAnyElementsOf(CHANGES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"D17", "D12", "D20"})
    void i10_evidenceIsStoredBeforeAnythingIsChanged(String row) {
        node.row = row;

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        int stored = node.calls.indexOf("Evidence.capture");
        assertThat(stored).isNotNegative();
        assertThat(node.calls.subList(0, stored)).doesNotContainAnyElementsOf(CHANGES);
    }

    @Test
    void i10_withoutEvidenceNothingIsChanged() {
        IntStream.rangeClosed(1, 5)
                .forEach(n ->
                        node.faults.add(new Fault("Evidence.capture", n, Fault.When.BEFORE, FailureType.STEP_FAILED)));

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls).doesNotContainAnyElementsOf(CHANGES);
        assertThat(node.asFound()).isTrue();
    }
}
