package dev.slipway.fleet;

import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Trigger;
import dev.slipway.port.Inventory;
import dev.slipway.port.Ledger;
import dev.slipway.runbook.Local;
import dev.slipway.runbook.SearchKeys;
import dev.slipway.runbook.Telling;
import dev.slipway.runbook.Waits;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.common.RetryOptions;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The wave: a page of triggers at a time, a child a node, outcomes counted one by one. */
public final class WaveRun implements Wave {
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final int PAGE = 20;
    private static final int PROBLEMS_KEPT = 20;
    private final Inventory inventory = stub(Inventory.class, "Read the plan");
    private final Ledger ledger = stub(Ledger.class, "Read an outcome");
    private final Inventory clock = Local.stub(Inventory.class);
    private final Telling telling;
    private final Brakes brakes;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final FirstLines problems;
    private final List<Turn> busy = new ArrayList<>();
    private final List<Integer> gaveWay = new ArrayList<>();
    private final List<Closed> closed = new ArrayList<>();
    private final Set<NodeRef> deciding = new LinkedHashSet<>();
    private final WavePlan plan;
    private int inFlight;
    private boolean paused;
    private String closedUntil = "";
    private String stopped = "";
    private String signalDropped = "";

    @WorkflowInit
    public WaveRun(WavePlan plan) {
        StartInput.check("the plan", plan);
        StartInput.checkNamed("the plan.workflowType", plan.workflowType());
        this.plan = plan;
        this.brakes = new Brakes(plan);
        this.problems = new FirstLines(PROBLEMS_KEPT, "slipway rollout status " + plan.change());
        this.telling = new Telling(problems::add);
    }

    @Override
    public WaveResult run(WavePlan input) {
        int to = plan.bounds().to();
        for (int from = plan.bounds().from(); from < to; from += PAGE) {
            begin(from, Math.min(to, from + PAGE));
        }
        plan.later().again().forEach(place -> begin(place, place + 1));
        Workflow.await(() -> inFlight == 0);
        countClosed();
        List.copyOf(busy).forEach(turn -> start(new Turn(turn.trigger(), turn.place(), false)));
        Workflow.await(() -> inFlight == 0 && Workflow.isEveryHandlerFinished());
        countClosed();
        telling.heard();
        return view();
    }

    /** A node's turn in this wave: its place in the plan, and whether it was not found busy before. */
    private record Turn(Trigger trigger, int place, boolean first) {}

    private void begin(int from, int to) {
        List<Trigger> page = inventory.planPage(plan.planId(), from, to);
        for (int i = 0; i < page.size(); i++) {
            start(new Turn(page.get(i), from + i, true));
        }
    }

    /** Waits until a node may start: a place in the window, nobody who asked to wait, and an open maintenance window. */
    private void awaitStart() {
        while (true) {
            Workflow.await(() -> !stopped.isBlank()
                    || (!paused
                            && deciding.isEmpty()
                            && inFlight < plan.bounds().window()));
            Optional<Instant> opens = stopped.isBlank() ? clock.opens(plan.fleet()) : Optional.empty();
            if (opens.isEmpty()) {
                closedUntil = "";
                return;
            }
            closedUntil = opens.get().toString();
            show();
            Duration wait = Duration.between(now(), opens.get());
            Waits.atMost(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait, () -> !stopped.isBlank());
        }
    }

    private void start(Turn turn) {
        Trigger trigger = turn.trigger();
        show();
        countClosed();
        awaitStart();
        if (!stopped.isBlank()) {
            count(untouched(trigger, "rollout stopped: " + stopped));
            return;
        }
        ChildWorkflowStub child = Workflow.newUntypedChildWorkflowStub(
                plan.workflowType(),
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId(trigger.node().workflowId())
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL)
                        .setStaticSummary(trigger.node().name() + " towards " + trigger.goal())
                        .setTypedSearchAttributes(SearchKeys.of(trigger, SearchKeys.slug(plan.workflowType())))
                        .build());
        inFlight++;
        Promise<NodeOutcome> end = child.executeAsync(NodeOutcome.class, trigger);
        Promise<WorkflowExecution> started = child.getExecution();
        end.handle((outcome, failure) -> {
            inFlight--;
            deciding.remove(trigger.node());
            if (failure == null && outcome.again() && plan.later().handsBack()) {
                gaveWay.add(turn.place());
                show();
            } else if (failure == null) {
                count(outcome);
            } else if (turn.first() && isBusy(failure)) {
                busy.add(turn);
            } else {
                closed.add(new Closed(trigger, started, failure));
            }
            return null;
        });
    }

    private static boolean isBusy(RuntimeException failure) {
        return failure instanceof ChildWorkflowFailure && failure.getCause() instanceof WorkflowExecutionAlreadyStarted;
    }

    /** A child without a result: what it wrote to the ledger before it closed is its outcome. */
    private void countClosed() {
        for (Closed run : List.copyOf(closed)) {
            closed.remove(run);
            if (isBusy(run.failure())) {
                count(untouched(
                        run.trigger(),
                        "busy: another run holds " + run.trigger().node().workflowId()));
                continue;
            }
            Optional<NodeOutcome> written = ledger.outcomeOf(run.started().get().getRunId());
            count(written.orElseGet(() -> ended(
                    run.trigger(),
                    Outcome.HELD,
                    "the run closed without an outcome: " + run.failure().getMessage())));
        }
    }

    private record Closed(Trigger trigger, Promise<WorkflowExecution> started, RuntimeException failure) {}

    private void count(NodeOutcome outcome) {
        outcomes.merge(outcome.outcome().name(), 1, Integer::sum);
        boolean problem = outcome.outcome() == Outcome.HELD || outcome.outcome() == Outcome.RMA_CANDIDATE;
        boolean told = problem || outcome.again() || outcome.outcome() == Outcome.ROLLED_BACK;
        if (told) {
            problems.add(outcome.node().name() + " " + outcome);
        }
        Optional<String> brake = brakes.after(outcome);
        if (brake.isPresent() && stopped.isBlank()) {
            stopped = brake.get();
            telling.tell(
                    plan.fleet(),
                    "rollout " + plan.change(),
                    "stopped",
                    "starts no further node, those in flight finish – " + stopped);
        }
        show();
    }

    private static NodeOutcome untouched(Trigger trigger, String why) {
        return ended(trigger, Outcome.UNTOUCHED, why);
    }

    private static NodeOutcome ended(Trigger trigger, Outcome outcome, String why) {
        Instant now = now();
        return new NodeOutcome(trigger.node(), outcome, why, "", List.of(), List.of(), now, now, "", false);
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }

    private void show() {
        Workflow.setCurrentDetails("**wave " + plan.number() + "**: " + inFlight + " in flight, " + outcomes
                + (gaveWay.isEmpty() ? "" : ", gave way to work and are tried later: " + gaveWay.size())
                + (paused ? ", paused" : "")
                + (closedUntil.isBlank() ? "" : ", no window is open until " + closedUntil)
                + (deciding.isEmpty() ? "" : ", waits for a decision on " + deciding)
                + (stopped.isBlank() ? "" : ", stopped: " + stopped)
                + (signalDropped.isBlank() ? "" : ", " + signalDropped));
    }

    private static <T> T stub(Class<T> type, String summary) {
        return Workflow.newActivityStub(
                type,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofMinutes(1))
                        .setSummary(summary)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumAttempts(100)
                                .build())
                        .build());
    }

    @Override
    public void paused(@Nullable RawValue pause) {
        Input.take("paused", () -> paused = Input.read(pause, Boolean.class), this::dropped);
        show();
    }

    @Override
    public void stop(@Nullable RawValue why) {
        Input.take("stop", () -> stopped = Input.text(why), this::dropped);
        show();
    }

    @Override
    public void decision(@Nullable RawValue node, @Nullable RawValue waits) {
        Input.take(
                "decision",
                () -> decides(Input.read(node, NodeRef.class), Input.read(waits, Boolean.class)),
                this::dropped);
        show();
    }

    private void decides(NodeRef node, boolean waits) {
        if (waits) {
            deciding.add(node);
        } else {
            deciding.remove(node);
        }
    }

    private void dropped(String signal) {
        signalDropped = signal;
    }

    @Override
    public WaveResult view() {
        return new WaveResult(Map.copyOf(outcomes), problems.lines(), stopped, gaveWay);
    }
}
