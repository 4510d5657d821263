package dev.slipway.demo;

import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import dev.slipway.rollout.Wave;
import dev.slipway.rollout.WavePlan;
import dev.slipway.rollout.WaveResult;
import dev.slipway.worker.Runbooks;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A wave of one node on a bench, as a rollout starts it: for runbooks that nothing else starts. */
record WaveOfOne(ScenarioBench bench, String node, WorkflowStub wave) {
    private static final int MINUTES = 8;

    static WaveOfOne start(ScenarioBench bench, String slug, String node) {
        String change = "move-" + node;
        Trigger trigger = planned(bench.trigger(node, false), change);
        bench.ledger.plans().keep(change, List.of(trigger), ScenarioBench.WHO, Instant.EPOCH);
        String type =
                Optional.ofNullable(Runbooks.found().workflowTypes().get(slug)).orElseThrow();
        WavePlan alone = new WavePlan(
                change,
                trigger.fleet(),
                type,
                change,
                1,
                new WavePlan.Bounds(0, 1, 1),
                0,
                new WavePlan.Later(List.of(), false));
        Wave wave = bench.workflow(Wave.class, alone.workflowId());
        WorkflowClient.start(wave::run, alone);
        return new WaveOfOne(bench, node, WorkflowStub.fromTyped(wave));
    }

    private static Trigger planned(Trigger of, String change) {
        Trigger.Options options = of.options();
        return new Trigger(
                of.node(),
                of.fleet(),
                Reason.ROLLOUT,
                of.who(),
                of.goal(),
                of.previous(),
                of.policy(),
                new Trigger.Options(false, Optional.of(change), options.domain(), options.taskQueue()),
                of.carried());
    }

    /** Waits for it, and says how the node ended as the ledger tells it. */
    NodeOutcome end() {
        try {
            wave.getResult(MINUTES, TimeUnit.MINUTES, WaveResult.class);
        } catch (TimeoutException e) {
            throw new AssertionError("the wave of " + node + " did not end; it came to " + bench.steps.steps(node), e);
        }
        return bench.outcome(node);
    }
}
