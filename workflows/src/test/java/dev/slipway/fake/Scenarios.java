package dev.slipway.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.slipway.frame.Runbook;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Many scenarios side by side, a fresh node each; and the end that every run owes its node. */
public final class Scenarios implements AutoCloseable {
    /** The engine in memory looks through all that it ever did whenever it unlocks its time: many runs cost it the square. */
    private static final int RUNS_PER_BENCH = 10;

    private final List<Bench> benches = new ArrayList<>();
    private final Map<NodeRef, Bench> homes = new HashMap<>();
    private final BiFunction<FakeNode, Trigger, CompletableFuture<?>> begin;
    private final List<Scenario> open = new ArrayList<>();
    /** What each node ran when its run began. */
    private final Map<NodeRef, String> ran = new HashMap<>();

    private int count;

    /** {@code runs}: the runbook, as its stub for one node. */
    public Scenarios(BiFunction<Bench, FakeNode, ? extends Runbook> runs) {
        this.begin = (node, trigger) -> {
            Runbook run = runs.apply(home(node), node);
            WorkflowClient.start(run::run, trigger);
            return WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class);
        };
    }

    /** {@code type}: the workflow type of a runbook that only a rollout starts: each run is in its own wave. */
    public Scenarios(String type) {
        this.begin = (node, trigger) -> home(node).inAWave(type, Bench.planned(trigger));
    }

    /** One run on one node, whose end is an outcome or that of its wave, and what was done to it. */
    private record Scenario(String name, FakeNode node, CompletableFuture<?> end) {}

    /** How a scenario ended: the outcome that was returned, or, for a cancelled run, written. */
    public record End(String name, FakeNode node, NodeOutcome outcome) {
        public boolean decided() {
            return Scenarios.decided(node);
        }
    }

    /** A node that drifted; when {@code failsOnPin}, its diagnostics fail until it is rolled back. */
    public FakeNode node(boolean failsOnPin) {
        if (count % RUNS_PER_BENCH == 0) {
            benches.add(new Bench().start());
        }
        Bench bench = benches.getLast();
        FakeNode node = bench.node("gpu-" + ++count);
        homes.put(node.ref, bench);
        if (failsOnPin) {
            node.badDiag.add("pin");
        }
        return node;
    }

    /** The bench of a node. */
    public Bench home(FakeNode node) {
        return Objects.requireNonNull(homes.get(node.ref));
    }

    /** Every call of a run that nothing disturbs, as {@code method#nth}. */
    public List<String> journal(boolean failsOnPin) {
        FakeNode node = node(failsOnPin);
        start("undisturbed", node, Bench.policy(false));
        ends();
        return List.copyOf(node.journal);
    }

    public void start(String name, FakeNode node, NodePolicy policy) {
        start(name, node, policy, Reason.DRIFT_FOUND);
    }

    public void start(String name, FakeNode node, NodePolicy policy, Reason reason) {
        ran.put(node.ref, node.running);
        open.add(new Scenario(name, node, begin.apply(node, Bench.trigger(node, policy, reason))));
    }

    /** Lets each run come to its decision and answers it there. */
    public void untilEachWaits(Consumer<Runbook> answer) {
        List<Scenario> waiting = new ArrayList<>(open);
        while (!waiting.isEmpty()) {
            benches.forEach(bench -> bench.engine.sleep(Duration.ofSeconds(30)));
            waiting.removeIf(scenario -> {
                assertThat(scenario.end().isDone())
                        .as(scenario.name() + " never asked")
                        .isFalse();
                Runbook run = home(scenario.node()).open(scenario.node());
                boolean asks = decided(scenario.node()) && run.view().state().equals("DECISION");
                if (asks) {
                    answer.accept(run);
                }
                return asks;
            });
        }
    }

    private static boolean decided(FakeNode node) {
        return node.notes.stream().anyMatch(note -> note.state() == NodeState.DECISION);
    }

    /** Waits for all that were started; each node is left as its outcome promises. */
    public List<End> ends() {
        List<End> ends = new ArrayList<>();
        for (Scenario scenario : open) {
            ends.add(new End(scenario.name(), scenario.node(), end(scenario)));
        }
        open.clear();
        ends.forEach(this::assertKept);
        return ends;
    }

    private NodeOutcome end(Scenario scenario) {
        try {
            Object end = scenario.end().join();
            FakeNode node = scenario.node();
            return end instanceof NodeOutcome of
                    ? of
                    : home(node)
                            .client()
                            .newUntypedWorkflowStub(node.ref.workflowId())
                            .getResult(NodeOutcome.class);
        } catch (CompletionException | WorkflowFailedException cancelled) {
            Optional<NodeOutcome> written = scenario.node().outcome;
            assertThat(written)
                    .as(scenario.name() + ": a cancelled run writes its end first: " + cancelled)
                    .isPresent();
            return written.orElseThrow();
        }
    }

    private void assertKept(End end) {
        FakeNode node = end.node();
        String scenario = end.name() + " → " + end.outcome();
        assertThat(node.violations).as(scenario).isEmpty();
        switch (end.outcome().outcome()) {
            case CONVERGED -> {
                assertThat(node.running).as(scenario).isEqualTo("pin");
                assertThat(node.asFound()).as(scenario).isTrue();
            }
            case ROLLED_BACK -> {
                // What worked in service has no packages to take back.
                assertThat(node.running).as(scenario).isEqualTo("pin".equals(ran.get(node.ref)) ? "pin" : "previous");
                assertThat(node.asFound()).as(scenario).isTrue();
            }
            case UNTOUCHED -> {
                assertThat(node.transactions).as(scenario).isEmpty();
                assertThat(node.asFound()).as(scenario).isTrue();
            }
            case HELD, RMA_CANDIDATE ->
                assertThat(node.unschedulable).as(scenario).isTrue();
        }
        assertThat(node.boots).as(scenario + ": boots").isLessThanOrEqualTo(3);
    }

    @Override
    public void close() {
        assertAll(benches.stream().map(bench -> bench::close));
    }
}
