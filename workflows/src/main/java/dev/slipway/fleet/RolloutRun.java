package dev.slipway.fleet;

import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.Who;
import dev.slipway.runbook.RefusedDecision;
import dev.slipway.runbook.SearchKeys;
import dev.slipway.runbook.Waits;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rollout: wave after wave, a soak between, and the brake that people hold. */
public final class RolloutRun implements Rollout {
    /** How often nodes that gave way to work on them are tried again when the plan is through. */
    private static final int ROUNDS = 2;

    private static final int SIGNALS_SHOWN = 20;

    private final RolloutPlan plan;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Integer> gaveWay = new ArrayList<>();
    private Optional<Who> paused = Optional.empty();
    private Optional<Wave> wave = Optional.empty();
    private final ApprovalDesk approval;
    private String stopped = "";
    private String state = "planned";
    private int signalsDropped;

    @WorkflowInit
    public RolloutRun(RolloutPlan plan) {
        StartInput.check("the plan", plan);
        StartInput.checkNamed("the plan.workflowType", plan.workflowType());
        this.plan = plan;
        this.approval = new ApprovalDesk(plan.terms().approval());
    }

    @Override
    public RolloutSummary run(RolloutPlan input) {
        awaitApproval();
        int from = 0;
        for (int number = 1; number <= plan.waves().size() && stopped.isBlank(); number++) {
            int to = plan.waves().get(number - 1);
            show((number == 1 ? "canary" : "wave " + number) + ", nodes " + (from + 1) + " to " + to + " of "
                    + plan.nodes());
            add(child(wave(number, new WavePlan.Bounds(from, to, window(number)), List.of(), true)));
            from = to;
            if (stopped.isBlank() && from < plan.nodes()) {
                soak("soaks before wave " + (number + 1));
            }
        }
        runAgain();
        int left = plan.nodes() - from + gaveWay.size();
        if (left > 0) {
            outcomes.merge("UNTOUCHED", left, Integer::sum);
        }
        show(stopped.isBlank() ? "done" : "stopped");
        Workflow.await(Workflow::isEveryHandlerFinished);
        return view();
    }

    /** What gave way to a pod on it may find that pod gone now; so often, and no fleet is stuck behind one pod. */
    private void runAgain() {
        for (int round = 1; round <= ROUNDS && stopped.isBlank() && !gaveWay.isEmpty(); round++) {
            soak("waits before it tries " + gaveWay.size() + " nodes again that gave way to work on them");
            List<Integer> places = List.copyOf(gaveWay);
            int number = plan.waves().size() + round;
            WavePlan next = wave(number, new WavePlan.Bounds(0, 0, window(number)), places, round < ROUNDS);
            gaveWay.clear();
            show("tries " + places.size() + " nodes again that gave way to work on them, " + round + " of " + ROUNDS);
            add(child(next));
        }
    }

    private void soak(String now) {
        show(now);
        Waits.atMost(plan.soak(), () -> !stopped.isBlank());
        Workflow.await(() -> paused.isEmpty() || !stopped.isBlank());
    }

    /** One node at a time until the change is seen to be good on one: a canary that gave way has shown nothing. */
    private int window(int number) {
        boolean unseen = !gaveWay.isEmpty() && !outcomes.containsKey("CONVERGED");
        return number == 1 || unseen ? 1 : plan.window();
    }

    private WavePlan wave(int number, WavePlan.Bounds bounds, List<Integer> again, boolean handsBack) {
        return new WavePlan(
                plan.change(),
                plan.fleet(),
                plan.workflowType(),
                plan.planId(),
                number,
                bounds,
                plan.terms().mayFail() - bad(),
                new WavePlan.Later(again, handsBack));
    }

    private void awaitApproval() {
        if (approval.open()) {
            show(approval.waitsFor());
            Workflow.await(() -> !approval.open() || !stopped.isBlank());
            approval.close();
        }
    }

    /** Nodes that ended badly so far, over all waves. */
    private int bad() {
        return outcomes.getOrDefault("HELD", 0)
                + outcomes.getOrDefault("ROLLED_BACK", 0)
                + outcomes.getOrDefault("RMA_CANDIDATE", 0);
    }

    private WaveResult child(WavePlan next) {
        Wave started = Workflow.newChildWorkflowStub(
                Wave.class,
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId(next.workflowId())
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL)
                        .setStaticSummary("wave " + next.number() + " of " + plan.change())
                        .setTypedSearchAttributes(
                                SearchKeys.ofRollout(plan.fleet(), SearchKeys.slug(plan.workflowType()), plan.change()))
                        .build());
        Promise<WaveResult> end = Async.function(started::run, next);
        Workflow.getWorkflowExecution(started).get();
        wave = Optional.of(started);
        if (paused.isPresent()) {
            tell(started, "paused", true);
        }
        WaveResult result = end.get();
        wave = Optional.empty();
        return result;
    }

    private void add(WaveResult result) {
        result.outcomes().forEach((outcome, n) -> outcomes.merge(outcome, n, Integer::sum));
        problems.addAll(result.problems());
        gaveWay.addAll(result.gaveWay());
        if (stopped.isBlank()) {
            stopped = result.stopped();
        }
    }

    private void show(String now) {
        state = now;
        Workflow.setCurrentDetails("**" + plan.change() + "** on " + plan.fleet() + ": " + now
                + paused.map(who -> ", paused by " + who).orElse("") + "\n\n- so far: " + outcomes + "\n- problems: "
                + problems + (stopped.isBlank() ? "" : "\n- stopped: " + stopped));
    }

    @Override
    public String pause(@Nullable Object who) {
        paused = Optional.of(Input.who(who));
        tellWave(true);
        return "paused at the next node; nodes in flight finish";
    }

    @Override
    public void mayPause(@Nullable Object who) {
        Input.named(who);
        if (paused.isPresent()) {
            throw new RefusedDecision("already paused by " + paused.get());
        }
    }

    @Override
    public String resume(@Nullable Object who) {
        paused = Optional.empty();
        tellWave(false);
        return "goes on";
    }

    @Override
    public void mayResume(@Nullable Object who) {
        Input.named(who);
        if (paused.isEmpty()) {
            throw new RefusedDecision("not paused");
        }
    }

    @Override
    public String abort(@Nullable Object who) {
        stopped = "aborted by " + Input.who(who);
        wave.ifPresent(w -> tell(w, "stop", stopped));
        return "starts no further node; ends when those in flight have finished";
    }

    @Override
    public void mayAbort(@Nullable Object who) {
        Input.named(who);
    }

    @Override
    public void signalPause(@Nullable RawValue who) {
        if (paused.isEmpty()) {
            Input.take("pause", () -> pause(who), this::dropped);
        }
    }

    @Override
    public void signalResume(@Nullable RawValue who) {
        if (paused.isPresent()) {
            Input.take("resume", () -> resume(Input.who(who)), this::dropped);
        }
    }

    @Override
    public String approve(@Nullable Object who) {
        problems.add("approved by " + Input.who(who));
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
        Input.take("approve", () -> approvedBySignal(Input.who(sent)), this::dropped);
    }

    private void approvedBySignal(Who who) {
        approval.refusesSignal(who)
                .ifPresentOrElse(why -> dropped("signal approve by " + who + " dropped: " + why), () -> approve(who));
    }

    /** The result of a rollout lists the first of them only: it stays small, whatever is sent. */
    private void dropped(String signal) {
        if (signalsDropped++ < SIGNALS_SHOWN) {
            problems.add(signal);
        }
    }

    private List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        if (signalsDropped > SIGNALS_SHOWN) {
            all.add("and " + (signalsDropped - SIGNALS_SHOWN)
                    + " more signals were dropped: see the history of this run");
        }
        return List.copyOf(all);
    }

    private static void tell(Wave to, String signal, Object input) {
        ChildWorkflowStub.fromTyped(to).signal(signal, input);
    }

    private void tellWave(boolean pause) {
        show(state);
        try {
            wave.ifPresent(w -> tell(w, "paused", pause));
        } catch (TemporalFailure over) {
            problems.add("the wave ended before it heard: " + over.getMessage());
        }
    }

    @Override
    public RolloutSummary view() {
        return new RolloutSummary(
                plan.change(),
                paused.isPresent() ? state + ", paused" : state,
                plan.nodes(),
                Map.copyOf(outcomes),
                problems(),
                stopped);
    }
}
