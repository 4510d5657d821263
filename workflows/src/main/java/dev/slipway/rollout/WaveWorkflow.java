package dev.slipway.rollout;

import static dev.slipway.model.NotificationState.STOPPED;
import static dev.slipway.model.NotificationState.WAITS;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Notifications;
import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.NotificationState;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Inventory;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the wave: one page of triggers at a time, one child per node, and counts each outcome.
 *
 * <ol>
 *   <li>A ledger that does not answer is waited for, and people are notified. A plan that it does not have ends the
 *       starts.
 *   <li>A cancelled wave starts no further node, and those in flight finish.
 *   <li>If its rollout was closed by force, the nodes in flight stop at their next safe point and roll back.
 *   <li>It always closes after its children.
 * </ol>
 */
public final class WaveWorkflow implements Wave {
    static final String PLAN_LOST = "plan lost";
    private static final int PAGE = 20;
    private final Inventory inventory = LedgerReads.stub(Inventory.class, "Read the plan");
    private final StartWindow window;
    private final Notifications telling;
    private final WaveOutcomes outcomes;
    private final List<Turn> busy = new ArrayList<>();
    private final ClosedRuns closed;
    private final Set<NodeRef> deciding = new LinkedHashSet<>();
    private final WavePlan plan;
    private final WaveNodes nodes;
    private final LedgerReads reads;
    private final ParentRollout rollout = new ParentRollout();
    /** Is false for a wave that began on an older worker: it goes on as it began. */
    private boolean lasting;

    private boolean paused;
    private String stopped = "";
    private String signalDropped = "";

    @WorkflowInit
    public WaveWorkflow(WavePlan plan) {
        StartInput.check("the plan", plan);
        StartInput.checkNamed("the plan.workflowType", plan.workflowType());
        this.plan = plan;
        this.outcomes = new WaveOutcomes(plan);
        this.nodes = new WaveNodes(plan);
        this.window = new StartWindow(plan.fleet());
        this.reads = new LedgerReads(why -> {
            show();
            tell(WAITS, "starts no further node until the ledger answers, those in flight go on – " + why);
        });
        this.closed = new ClosedRuns(reads);
        this.telling = new Notifications(outcomes::remark);
    }

    @Override
    public WaveResult run(WavePlan input) {
        lasting = Workflow.getVersion("wave-closes-after-its-nodes", Workflow.DEFAULT_VERSION, 1) == 1;
        CancellationScope root = CancellationScope.current();
        if (lasting) {
            Workflow.newDetachedCancellationScope(() -> runUntilClosed(root)).run();
        } else {
            runNodes();
        }
        return view();
    }

    private void runUntilClosed(CancellationScope root) {
        Promise<Void> heeded = Async.procedure(() -> {
            Workflow.await(root::isCancelRequested);
            cancelled();
        });
        runNodes();
        Workflow.await(() -> !root.isCancelRequested() || heeded.isCompleted());
        telling.heard();
        // The engine drops the result of a cancelled run.
        if (root.isCancelRequested() && !rollout.hears(view())) {
            show();
        }
    }

    private void cancelled() {
        boolean begun = stopped.isBlank();
        if (begun) {
            stopped = "wave " + plan.number() + " was cancelled";
        }
        show();
        if (!rollout.hears(view())) {
            String closed = rollout.id() + " was closed by force";
            stopped = closed;
            show();
            tell(STOPPED, "starts no further node, those in flight stop at their next safe point – " + closed);
            nodes.stop("its rollout " + closed);
        } else if (begun) {
            tellStopped();
        }
    }

    private void runNodes() {
        int to = plan.bounds().to();
        for (int from = plan.bounds().from(); from < to; from += PAGE) {
            begin(from, Math.min(to, from + PAGE));
        }
        plan.later().again().forEach(place -> begin(place, place + 1));
        Workflow.await(() -> nodes.inFlight() == 0);
        countClosed();
        List.copyOf(busy).forEach(turn -> start(new Turn(turn.trigger(), turn.place(), false)));
        Workflow.await(() -> nodes.inFlight() == 0 && Workflow.isEveryHandlerFinished());
        countClosed();
        telling.heard();
    }

    /** Describes a node's turn in this wave: its index in the plan, and whether it was not busy before. */
    private record Turn(Trigger trigger, int place, boolean first) {}

    private void begin(int from, int to) {
        List<Trigger> page = page(from, to);
        for (int i = 0; i < page.size(); i++) {
            start(new Turn(page.get(i), from + i, true));
        }
        if (lasting && page.size() < to - from) {
            outcomes.countUntouched(to - from - page.size());
            show();
        }
    }

    /**
     * Returns a page of the plan; empty if no further node starts, and if the ledger does not have the whole
     * page.
     */
    private List<Trigger> page(int from, int to) {
        try {
            List<Trigger> page = reads.read(() -> inventory.planPage(plan.planId(), from, to), this::startsNone)
                    .orElse(List.of());
            if (!lasting || page.size() == to - from || startsNone()) {
                return page;
            }
            loses("it has " + page.size() + " of the nodes " + (from + 1) + " to " + to);
        } catch (TemporalFailure no) {
            loses(Failures.text(no));
        }
        return List.of();
    }

    private void loses(String why) {
        if (stopped.isBlank()) {
            stopped = PLAN_LOST + ": " + why;
            tellStopped();
        }
    }

    private boolean startsNone() {
        return lasting && !stopped.isBlank();
    }

    private boolean mayStart() {
        return !paused && deciding.isEmpty() && nodes.inFlight() < plan.bounds().window();
    }

    /** Waits until a node may start: a place in the window, no pause, and an open maintenance window. */
    private void awaitStart() {
        while (true) {
            Workflow.await(() -> !stopped.isBlank() || mayStart());
            Optional<Instant> opens = stopped.isBlank() ? window.opens() : Optional.empty();
            if (opens.isEmpty() && (!lasting || !stopped.isBlank() || mayStart())) {
                return;
            }
            if (opens.isPresent()) {
                show();
                window.await(opens.get(), () -> !stopped.isBlank());
            }
        }
    }

    private void start(Turn turn) {
        show();
        countClosed();
        awaitStart();
        if (stopped.isBlank()) {
            nodes.start(turn.trigger()).thenApply(run -> ended(turn, run));
            show();
        } else {
            count(WaveOutcomes.untouched(turn.trigger(), "rollout stopped: " + stopped));
        }
    }

    private WaveNodes.Ended ended(Turn turn, WaveNodes.Ended run) {
        deciding.remove(turn.trigger().node());
        Optional<NodeOutcome> outcome = run.outcome();
        if (outcome.isPresent() && outcome.get().again() && plan.later().handsBack()) {
            outcomes.skipped(turn.place());
            show();
        } else if (outcome.isPresent()) {
            count(outcome.get());
        } else if (turn.first() && run.busy()) {
            busy.add(turn);
        } else {
            closed.add(turn.trigger(), run);
        }
        return run;
    }

    private void countClosed() {
        closed.takeAll().forEach(run -> count(closed.outcomeOf(run)));
    }

    private void count(NodeOutcome outcome) {
        Optional<String> brake = outcomes.count(outcome);
        if (brake.isPresent() && stopped.isBlank()) {
            stopped = brake.get();
            tellStopped();
        }
        show();
    }

    private void tellStopped() {
        tell(STOPPED, "starts no further node, those in flight finish – " + stopped);
    }

    private void tell(NotificationState state, String text) {
        telling.tell(plan.fleet(), "rollout " + plan.change(), state, text);
    }

    private void show() {
        Workflow.setCurrentDetails("**wave " + plan.number() + "**: " + nodes.inFlight() + " in flight, " + outcomes
                + (paused ? ", paused" : "")
                + window
                + (deciding.isEmpty() ? "" : ", waits for a decision on " + deciding)
                + (reads.waitReason().isBlank() ? "" : ", waits for the ledger: " + reads.waitReason())
                + (stopped.isBlank() ? "" : ", stopped: " + stopped)
                + (signalDropped.isBlank() ? "" : ", " + signalDropped));
    }

    @Override
    public void paused(@Nullable RawValue pause) {
        Input.take("paused", () -> paused = Input.read(pause, Boolean.class), this::dropped);
        show();
    }

    @Override
    public void stop(@Nullable RawValue why) {
        Input.take("stop", () -> stopped = reason(Input.text(why)), this::dropped);
        show();
    }

    private static String reason(String why) {
        return why.isBlank() ? "no reason was given" : why;
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
        return outcomes.result(stopped);
    }
}
