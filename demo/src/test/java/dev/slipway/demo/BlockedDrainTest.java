package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.frame.RunView;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.CanceledFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods that do not leave, from the policy file to the node: what each rule does, and what people read meanwhile. */
class BlockedDrainTest {
    private static final String SKIPPED = "gpu-001";
    private static final String HELD = "gpu-002";
    private static final String ABORTED = "gpu-003";
    private static final String CANCELLED = "gpu-004";

    @TempDir
    private Path folder = Path.of("");

    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(21, 4).timeFactor(300);
        for (String node : List.of(SKIPPED, HELD, ABORTED, CANCELLED)) {
            plan = plan.changing(
                    node,
                    n -> n.with(new Condition.Runs(SoftwareSet.previous())).training(Duration.ofDays(30)));
        }
        return plan;
    }

    /** I12: a run that waits for a pod, for hours if need be, is stopped when a person or the engine says so, and the pod stays. */
    @Test
    void i12_aBlockedDrainEndsWhenItsRunIsAbortedOrCancelledAndItsNodeIsPutBack() {
        try (SimulatedSite site = new SimulatedSite(plan(), folder, (at, fleet) -> {})) {
            NodeOutcome aborted =
                    stopped(site, ABORTED, run -> run.update("abort", String.class, new Who("on-call", "test")));
            // The engine says of a run that was cancelled only that it was.
            assertThatThrownBy(() -> stopped(site, CANCELLED, WorkflowStub::cancel))
                    .isInstanceOf(WorkflowFailedException.class)
                    .hasCauseInstanceOf(CanceledFailure.class);

            assertThat(aborted.toString()).startsWith("UNTOUCHED(aborted by on-call");
            for (String node : List.of(ABORTED, CANCELLED)) {
                assertThat(site.fleet.kubernetes().podsOn(node))
                        .extracting(PodOnNode::name)
                        .contains("train-" + node + "-0");
            }
            Expectations wanted = new Expectations(
                    2, Map.of(), Map.of(ABORTED, Wanted.untouched(false), CANCELLED, Wanted.untouched(false)));
            assertThat(site.observer.observe().violations(wanted)).isEmpty();
        }
    }

    private static NodeOutcome stopped(SimulatedSite site, String node, Consumer<WorkflowStub> stop) {
        start(site, node);
        UsedSite.until(
                "the status names what blocks",
                () -> why(site, node).contains("PDB ml/train-" + node + " allows 0 of 1"));
        stop.accept(run(site, node));
        return end(site, node);
    }

    private static WorkflowStub run(SimulatedSite site, String node) {
        return site.engine
                .client()
                .newUntypedWorkflowStub(new NodeRef(site.fleet.plan().cluster(), node).workflowId());
    }

    private static void rules(Path site) {
        SimulatedSite.change(
                site.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml"), "  decide: true\n", """
                          decide: false
                          blocked:
                            - { namespace: ml, labels: { job-name: train-%s }, then: skip, after: 0s }
                            - { ownerKind: Job, then: hold, after: 5s }
                        """.formatted(
                                SKIPPED));
    }

    private static void start(SimulatedSite site, String node) {
        site.api.post(
                "/api/v1/runs",
                Map.of("runbook", "image-drift", "node", node, "who", "test", "reason", "left its baseline"));
    }

    private static NodeOutcome end(SimulatedSite site, String node) {
        return run(site, node).getResult(NodeOutcome.class);
    }

    private static String details(SimulatedSite site, String node) {
        return run(site, node).query("view", RunView.class).why();
    }

    private static String why(SimulatedSite site, String node) {
        for (JsonNode row : site.api.get("/api/v1/status").path("rows")) {
            if (row.path("node").asText().equals(node)) {
                return row.path("why").asText();
            }
        }
        return "";
    }

    @Test
    void i12_aPodIsSkippedOrItsNodeIsHeldAsThePolicySaysAndItStays() {
        try (SimulatedSite site = new SimulatedSite(plan(), folder, (at, fleet) -> rules(at))) {
            start(site, SKIPPED);
            NodeOutcome skipped = end(site, SKIPPED);
            start(site, HELD);
            String blamed = "pod ml/train-gpu-002-0 (Job ml/train-gpu-002): PDB ml/train-gpu-002 allows 0 of 1"
                    + " (needs 1 healthy, has 1), since ";
            UsedSite.until("the status names what blocks", () -> why(site, HELD).contains(blamed));
            UsedSite.until(
                    "the run's own details name it too",
                    () -> details(site, HELD).contains(blamed));
            NodeOutcome held = end(site, HELD);

            assertThat(skipped.outcome()).as(skipped.toString()).isEqualTo(Outcome.UNTOUCHED);
            assertThat(skipped.again()).as(skipped.toString()).isTrue();
            assertThat(skipped.reason())
                    .contains("is skipped by policy after 0 s: pod ml/train-gpu-001-0 (Job ml/train-gpu-001)");
            assertThat(held.outcome()).as(held.toString()).isEqualTo(Outcome.HELD);
            assertThat(held.reason()).contains("policy holds it after 5 s").contains(blamed);
            for (String node : List.of(SKIPPED, HELD)) {
                assertThat(site.fleet.kubernetes().podsOn(node))
                        .extracting(PodOnNode::name)
                        .contains("train-" + node + "-0");
            }
            Expectations wanted = new Expectations(
                    2, Map.of(), Map.of(SKIPPED, Wanted.untouched(false), HELD, Wanted.untouched(true)));
            assertThat(site.observer.observe().violations(wanted)).isEmpty();
        }
    }
}
