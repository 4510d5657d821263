package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodePolicy;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One rollout over nodes in an engine in memory, and what the engine's server does besides. */
final class RolloutBench implements AutoCloseable {
    static final String CHANGE = "change-1";
    static final String ROLLOUT = "rollout/" + CHANGE;
    /** How long a wave that starts late is waited for: less than one node takes. */
    static final Duration LATE = Duration.ofSeconds(611);

    static final Duration SOON = Duration.ofSeconds(61);

    /** From the start of a node to the end of its soak. */
    static final Duration NODE = Duration.ofSeconds(903);

    static final Duration SOAK = Duration.ofMinutes(5);
    final Bench bench;
    final List<FakeNode> nodes;

    private RolloutBench(Bench bench, int nodes, NodePolicy policy) {
        this.bench = bench.start();
        this.nodes = IntStream.rangeClosed(1, nodes)
                .mapToObj(i -> bench.node("gpu-" + i))
                .toList();
        this.nodes.forEach(node -> bench.plan.add(Bench.trigger(node, policy, Reason.ROLLOUT)));
    }

    static RolloutBench of(int nodes) {
        return new RolloutBench(new Bench(), nodes, Bench.policy(false));
    }

    static RolloutBench of(int nodes, NodePolicy policy) {
        return new RolloutBench(new Bench(), nodes, policy);
    }

    /** The rollout hears late that this wave has started. */
    static RolloutBench slowToStart(int wave, int nodes) {
        LateStart late = new LateStart(wave(wave), LATE);
        return new RolloutBench(new Bench(List.of(late)), nodes, Bench.policy(false));
    }

    /** The engine delivers the first pause of a wave late. */
    static RolloutBench slowToPause(int nodes) {
        LateSignal late = new LateSignal("paused", Duration.ofMinutes(1));
        return new RolloutBench(new Bench(List.of(late)), nodes, Bench.policy(false));
    }

    static String wave(int number) {
        return ROLLOUT + "/wave/" + number;
    }

    FakeNode node(int nth) {
        return nodes.get(nth - 1);
    }

    /** Starts it with the ends of its waves, so many nodes at once. */
    Rollout start(List<Integer> waves, int window) {
        return start(waves, window, new RolloutPlan.Approval(false, false, false, "ada"));
    }

    Rollout start(List<Integer> waves, int window, RolloutPlan.Approval approval) {
        Rollout rollout = bench.client()
                .newWorkflowStub(
                        Rollout.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(ROLLOUT)
                                .build());
        WorkflowClient.start(
                rollout::run,
                new RolloutPlan(
                        CHANGE,
                        "prod",
                        "fleet",
                        "ImageDrift",
                        "plan-1",
                        nodes.size(),
                        waves,
                        window,
                        SOAK,
                        new RolloutPlan.Terms(9, approval)));
        return rollout;
    }

    WorkflowStub run(String id) {
        return bench.client().newUntypedWorkflowStub(id);
    }

    /** Waits until the rollout has closed, and returns what it says of itself. */
    RolloutSummary end() {
        closed(ROLLOUT);
        return run(ROLLOUT).query("view", RolloutSummary.class);
    }

    /** Waits until a run has closed, however, and returns how: {@code COMPLETED}, {@code CANCELED}, … */
    String closed(String id) {
        try {
            run(id).getResult(Object.class);
        } catch (WorkflowFailedException notCompleted) {
            assertThat(status(id)).isNotEqualTo("COMPLETED");
        }
        return status(id);
    }

    String status(String id) {
        WorkflowExecutionStatus status = run(id).describe().getStatus();
        return status.name().replace("WORKFLOW_EXECUTION_STATUS_", "");
    }

    /**
     * Ends a run by force, as a person can. A server then cancels the open children of a parent whose policy for them
     * says so; this engine does not, so it is done here.
     */
    void terminate(String id, String... children) {
        run(id).terminate("by hand");
        for (String child : children) {
            run(child).cancel();
        }
    }

    /** What people were told of the rollout. */
    List<String> told() {
        return bench.node("rollout").told;
    }

    /** The nodes that a run has begun to look at, by name. */
    List<String> begun() {
        return nodes.stream()
                .filter(node -> !node.calls.isEmpty())
                .map(node -> node.ref.name())
                .toList();
    }

    /** How many runs have begun to look at each node, by its name. */
    Map<String, Integer> timesBegun() {
        Map<String, Integer> times = new TreeMap<>();
        nodes.forEach(node -> times.put(node.ref.name(), (int)
                node.calls.stream().filter("Diagnosis.diagnose"::equals).count()));
        return times;
    }

    void after(Duration time) {
        bench.engine.sleep(time);
    }

    @Override
    public void close() {
        bench.close();
        nodes.forEach(node -> {
            assertThat(node.violations).as(node.ref + ": violations").isEmpty();
            assertThat(node.givenBack).as(node.ref + ": grants given back").isEqualTo(node.asked);
        });
    }
}
