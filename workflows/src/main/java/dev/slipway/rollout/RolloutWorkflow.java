package dev.slipway.rollout;

import static dev.slipway.model.NotificationState.STOPPED;

import dev.slipway.frame.RefusedDecision;
import dev.slipway.frame.engine.Notifications;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.Who;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs a rollout: wave after wave, with a soak between them, and the brakes that people apply. */
public final class RolloutWorkflow implements Rollout {
    /** Limits how often skipped nodes are tried again after the plan. */
    private static final int ROUNDS = 2;

    private final RolloutPlan plan;
    private final RolloutCounts counts;
    private Optional<Who> paused = Optional.empty();
    private final RunningWave running = new RunningWave();
    private final Notifications telling;
    private final RolloutApproval approval;
    private String stopped = "";
    private String state = "planned";
    /** Is false for a rollout that began on an older worker: it goes on as it began. */
    private boolean lasting;

    private boolean over;

    @WorkflowInit
    public RolloutWorkflow(RolloutPlan plan) {
        StartInput.check("the plan", plan);
        StartInput.checkNamed("the plan.workflowType", plan.workflowType());
        this.plan = plan;
        this.counts = new RolloutCounts(plan);
        this.telling = new Notifications(counts::remark);
        this.approval = new RolloutApproval(plan.terms().approval());
    }

    @Override
    public RolloutSummary run(RolloutPlan input) {
        lasting = Workflow.getVersion("rollout-closes-after-its-waves", Workflow.DEFAULT_VERSION, 1) == 1;
        CancellationScope root = CancellationScope.current();
        if (lasting) {
            Workflow.newDetachedCancellationScope(() -> runUntilClosed(root)).run();
        } else {
            runWaves();
        }
        return view();
    }

    /** A cancelled rollout is an aborted one: its nodes in flight finish. */
    private void runUntilClosed(CancellationScope root) {
        Async.procedure(() -> heedCancel(root));
        runWaves();
        telling.heard();
    }

    private void heedCancel(CancellationScope root) {
        Workflow.await(() -> root.isCancelRequested() && !over);
        stops("cancelled, nodes in flight finish");
        show(state);
        running.pass("stop", stopped, lasting);
    }

    private void runWaves() {
        awaitApproval();
        int from = 0;
        for (int number = 1; number <= plan.waves().size() && stopped.isBlank(); number++) {
            int to = plan.waves().get(number - 1);
            String now = (number == 1 ? "canary" : "wave " + number) + ", nodes " + (from + 1) + " to " + to + " of "
                    + plan.nodes();
            if (ran(counts.wave(number, from, to), now)) {
                from = to;
            }
            if (stopped.isBlank() && from < plan.nodes()) {
                soak("soaks before wave " + (number + 1));
            }
        }
        runAgain();
        counts.leave(from);
        over = true;
        show(
                stopped.isBlank()
                        ? "done"
                        : stopped.startsWith(WaveWorkflow.PLAN_LOST) ? WaveWorkflow.PLAN_LOST : "stopped");
        Workflow.await(Workflow::isEveryHandlerFinished);
    }

    /**
     * Tries skipped nodes again, because the blocking pod may be gone now; the number of rounds is limited, so that no
     * pod blocks a fleet.
     */
    private void runAgain() {
        for (int round = 1; round <= ROUNDS && stopped.isBlank() && counts.again() > 0; round++) {
            String nodes = counts.again() + " skipped nodes again";
            soak("waits before it tries " + nodes);
            WavePlan next = counts.again(plan.waves().size() + round, round < ROUNDS);
            if (!ran(next, "tries " + nodes + ", " + round + " of " + ROUNDS)) {
                counts.takeBack(next);
            }
        }
    }

    private void soak(String now) {
        show(now);
        WorkflowTimers.atMost(plan.soak(), () -> !stopped.isBlank());
        Workflow.await(() -> paused.isEmpty() || !stopped.isBlank());
    }

    private void awaitApproval() {
        if (approval.open()) {
            show(approval.waitReason());
            Workflow.await(() -> !approval.open() || !stopped.isBlank());
            approval.close();
        }
    }

    /** Runs a wave, unless people paused or stopped the rollout before it began. */
    private boolean ran(WavePlan next, String now) {
        if (lasting) {
            Workflow.await(() -> paused.isEmpty() || !stopped.isBlank());
        }
        if (!stopped.isBlank()) {
            return false;
        }
        show(now);
        RunningWave.End end = running.run(plan, next, () -> {
            if (!lasting && paused.isPresent()) {
                running.passPaused(() -> paused.isPresent(), false);
            }
        });
        end.result().ifPresent(this::add);
        if (!end.lost().isBlank()) {
            counts.remark(end.lost());
            if (end.begun()) {
                counts.lost(next);
            }
            stops(end.lost());
        }
        return end.begun();
    }

    private void stops(String why) {
        if (stopped.isBlank()) {
            stopped = why;
            telling.tell(plan.fleet(), "rollout " + plan.change(), STOPPED, "starts no further node – " + why);
        }
    }

    private void add(WaveResult result) {
        counts.add(result);
        if (stopped.isBlank()) {
            stopped = result.stopped();
        }
    }

    private void show(String now) {
        state = now;
        Workflow.setCurrentDetails("**" + plan.change() + "** on " + plan.fleet() + ": " + now
                + paused.map(who -> ", paused by " + who).orElse("") + "\n\n- " + counts
                + (stopped.isBlank() ? "" : "\n- stopped: " + stopped));
    }

    @Override
    public String pause(@Nullable Object who) {
        paused = Optional.of(Input.who(who));
        passPause();
        return "paused at the next node; nodes in flight finish";
    }

    @Override
    public void mayPause(@Nullable Object who) {
        Input.named(who);
        mayGoOn();
        if (paused.isPresent()) {
            throw new RefusedDecision("already paused by " + paused.get());
        }
    }

    @Override
    public String resume(@Nullable Object who) {
        paused = Optional.empty();
        passPause();
        return "goes on";
    }

    @Override
    public void mayResume(@Nullable Object who) {
        Input.named(who);
        mayGoOn();
        if (paused.isEmpty()) {
            throw new RefusedDecision("not paused");
        }
    }

    @Override
    public String abort(@Nullable Object who) {
        stopped = "aborted by " + Input.who(who);
        show(state);
        running.pass("stop", stopped, lasting);
        return "starts no further node; ends when those in flight have finished";
    }

    @Override
    public void mayAbort(@Nullable Object who) {
        Input.named(who);
        mayGoOn();
    }

    private void mayGoOn() {
        if (over) {
            throw new RefusedDecision("every node has ended; nothing is left to decide");
        }
        if (!stopped.isBlank()) {
            throw new RefusedDecision("it starts no further node already: " + stopped);
        }
    }

    @Override
    public void signalPause(@Nullable RawValue who) {
        if (paused.isEmpty()) {
            Input.take("pause", () -> pause(who), counts::dropped);
        }
    }

    @Override
    public void signalResume(@Nullable RawValue who) {
        if (paused.isPresent()) {
            Input.take("resume", () -> resume(Input.who(who)), counts::dropped);
        }
    }

    @Override
    public String approve(@Nullable Object who) {
        counts.approved(Input.who(who).toString());
        show("approved");
        return approval.approve();
    }

    @Override
    public void mayApprove(@Nullable Object who) {
        approval.mayApprove(Input.named(who));
    }

    @Override
    public String deny(@Nullable Object who) {
        stopped = "denied by " + Input.who(who);
        return "ends, no node is touched";
    }

    @Override
    public void mayDeny(@Nullable Object who) {
        Input.named(who);
        approval.mayDeny();
    }

    @Override
    public void signalApprove(@Nullable RawValue sent) {
        Input.take("approve", () -> approvedBySignal(Input.who(sent)), counts::dropped);
    }

    private void approvedBySignal(Who who) {
        approval.refusesSignal(who)
                .ifPresentOrElse(
                        why -> counts.dropped("signal approve by " + who + " dropped: " + why), () -> approve(who));
    }

    private void passPause() {
        show(state);
        running.passPaused(() -> paused.isPresent(), lasting);
    }

    @Override
    public void waveCancelled(@Nullable RawValue result) {
        Input.take("waveCancelled", () -> cancelled(Input.read(result, WaveResult.class)), counts::dropped);
    }

    private void cancelled(WaveResult wave) {
        if (!running.cancelled(wave)) {
            counts.dropped("signal waveCancelled dropped: no wave runs");
        } else if (stopped.isBlank()) {
            stopped = wave.stopped();
            show(state);
        }
    }

    @Override
    public RolloutSummary view() {
        return counts.summary(paused.isPresent() && !over ? state + ", paused" : state, stopped);
    }
}
