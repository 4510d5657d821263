package dev.slipway.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.drift.DriftCheck;
import dev.slipway.drift.DriftCheckRun;
import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeDrift;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.fleet.Capacity;
import dev.slipway.fleet.FakeDesk;
import dev.slipway.fleet.Rollout;
import dev.slipway.fleet.RolloutPlan;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Trigger;
import dev.slipway.model.Who;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Writes the histories that {@link ReplayTest} replays; not part of the build. A released history is never edited, only
 * added to: {@code mvn -pl workflows -am test -Dtest=*HistoryRecorder -Dsurefire.failIfNoSpecifiedTests=false}
 */
class HistoryRecorder {
    static final Path STORE = Path.of("src/test/resources/histories");
    private static final Who WHO = new Who("on-call", "recorded");
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");

    HistoryRecorder() {
        bench.worker.registerWorkflowImplementationTypes(DriftCheckRun.class);
        bench.worker.registerActivitiesImplementations(new FakeDrift());
        bench.start(new FakeDesk(bench, 3));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void record(String workflow, String scenario, String id) throws IOException {
        store(bench, workflow, scenario, id);
    }

    static void store(Bench bench, String workflow, String scenario, String id) throws IOException {
        Path file = STORE.resolve(workflow).resolve(scenario + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, bench.client().fetchHistory(id).toJson(false));
    }

    /** One run of image-drift to its end, answered by {@code answer} each time it waits for a decision. */
    private void recordRun(String scenario, boolean decide, Consumer<ImageDrift> answer) throws IOException {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(decide), Reason.DRIFT_FOUND));
        while (node.outcome.isEmpty()) {
            bench.engine.sleep(Duration.ofMinutes(1));
            if (open().view().state().equals("DECISION")) {
                answer.accept(open());
            }
        }
        try {
            WorkflowStub.fromTyped(run).getResult(NodeOutcome.class);
        } catch (WorkflowFailedException cancelled) {
            assertThat(scenario).isEqualTo("cancelled");
        }
        record("ImageDrift", scenario, node.ref.workflowId());
    }

    private ImageDrift open() {
        return bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId());
    }

    private void recordRun(String scenario) throws IOException {
        recordRun(scenario, false, ImageDrift::view);
    }

    private void fails(String method, FailureType type) {
        node.faults.add(new Fault(method, 1, Fault.When.BEFORE, type));
    }

    private void at(String call, Runnable what) {
        node.onCall = made -> {
            if (made.equals(call)) {
                what.run();
            }
        };
    }

    @Test
    void converged() throws IOException {
        recordRun("converged");
    }

    @Test
    void rolledBack() throws IOException {
        node.badDiag.add("pin");
        recordRun("rolled-back");
    }

    /** {@code waited-between-calls} is the same of runs that paused by timers, which a version goes on with. */
    @Test
    void waitedForAPartOfTheSite() throws IOException {
        for (int call = 1; call <= 20; call++) {
            node.faults.add(new Fault("Nodes.readmit", call, Fault.When.BEFORE, FailureType.PART_AWAY));
        }
        recordRun("waited-for-the-site");
    }

    @Test
    void decidedRetry() throws IOException {
        fails("Packages.converge", FailureType.AMBIGUOUS);
        recordRun("decided-retry", true, run -> run.retry(WHO));
    }

    @Test
    void decidedTwiceAndRolledBack() throws IOException {
        fails("Packages.converge", FailureType.AMBIGUOUS);
        fails("Diagnostics.nccl", FailureType.AMBIGUOUS);
        recordRun("decided-twice-rolled-back", true, run -> {
            if (run.view().step().startsWith("Converge")) {
                run.retry(WHO);
            } else {
                run.rollBack(WHO);
            }
        });
    }

    @Test
    void heldForARunbookThatIsNotInstalled() throws IOException {
        node.row = "D2";
        recordRun("held-diversion");
    }

    @Test
    void cancelled() throws IOException {
        at(
                "Nodes.drain#1",
                () -> bench.client()
                        .newUntypedWorkflowStub(node.ref.workflowId())
                        .cancel());
        recordRun("cancelled");
    }

    @Test
    void aborted() throws IOException {
        at("Packages.converge#1", () -> open().abort(WHO));
        recordRun("aborted");
    }

    @Test
    void refused() throws IOException {
        node.refusal = "quorum lost in rack r1";
        recordRun("refused");
    }

    @Test
    void partner() throws IOException {
        FakeNode partner = bench.node("partner-0");
        partner.row = "D0";
        partner.work = false;
        node.partners = 1;
        recordRun("converged-with-partner");
        record("Partner", "given-back", partner.ref.workflowId());
    }

    @Test
    void driftCheck() throws IOException {
        DriftCheck check = bench.client()
                .newWorkflowStub(
                        DriftCheck.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("drift/fleet-1")
                                .build());
        assertThat(check.check("fleet").drifted()).isPositive();
        record("DriftCheck", "pages-side-by-side", "drift/fleet-1");
    }

    @Test
    void adopted() throws IOException {
        node.row = "D0";
        node.packages = "pin";
        node.running = "pin";
        node.owner = "the run that held it";
        node.unschedulable = true;
        Trigger plain = Bench.trigger(node);
        bench.imageDrift(node)
                .run(new Trigger(
                        plain.node(),
                        plain.fleet(),
                        plain.reason(),
                        plain.who(),
                        plain.goal(),
                        plain.previous(),
                        plain.policy(),
                        new Trigger.Options(true, Optional.empty(), "r1", Optional.empty()),
                        Optional.empty()));
        record("ImageDrift", "adopted-clean", node.ref.workflowId());
    }

    private Rollout rollout() {
        for (int i = 1; i <= 3; i++) {
            bench.plan.add(Bench.trigger(bench.node("gpu-" + i), Bench.policy(true), Reason.ROLLOUT));
        }
        Rollout rollout = bench.client()
                .newWorkflowStub(
                        Rollout.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("rollout/change-1")
                                .build());
        List<Integer> waves = List.of(1, 3);
        WorkflowClient.start(
                rollout::run,
                new RolloutPlan(
                        "change-1",
                        "prod",
                        "fleet",
                        "ImageDrift",
                        "plan-1",
                        3,
                        waves,
                        2,
                        Duration.ofMinutes(5),
                        RolloutPlan.Terms.failing(1)));
        return rollout;
    }

    @Test
    void pausedRollout() throws IOException {
        at(
                "Nodes.drain#1",
                () -> bench.client().newUntypedWorkflowStub("rollout/change-1").signal("pause", WHO));
        Rollout rollout = rollout();
        bench.engine.sleep(Duration.ofHours(1));
        rollout.resume(WHO);
        WorkflowStub.fromTyped(rollout).getResult(Object.class);
        record("Rollout", "paused", "rollout/change-1");
        record("Wave", "two-nodes", "rollout/change-1/wave/2");
        record("Capacity", "three-nodes", Capacity.workflowId("prod", "r1"));
    }

    @Test
    void cancelledRollout() throws IOException {
        Rollout rollout = rollout();
        bench.engine.sleep(Duration.ofMinutes(1));
        WorkflowStub.fromTyped(rollout).cancel();
        bench.engine.sleep(Duration.ofHours(1));
        record("Rollout", "cancelled", "rollout/change-1");
        record("Wave", "stopped", "rollout/change-1/wave/1");
    }

    @Test
    void cancelledWave() throws IOException {
        rollout();
        bench.engine.sleep(Duration.ofMinutes(1));
        bench.client().newUntypedWorkflowStub("rollout/change-1/wave/1").cancel();
        bench.engine.sleep(Duration.ofHours(1));
        record("Rollout", "wave-cancelled", "rollout/change-1");
        record("Wave", "cancelled", "rollout/change-1/wave/1");
    }
}
