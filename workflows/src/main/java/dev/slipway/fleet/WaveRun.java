package dev.slipway.fleet;

import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Trigger;
import dev.slipway.port.Inventory;
import dev.slipway.port.Ledger;
import dev.slipway.runbook.Failures;
import dev.slipway.runbook.Local;
import dev.slipway.runbook.Telling;
import dev.slipway.runbook.Waits;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
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

/**
 * The wave: a page of triggers at a time, one child per node, outcomes counted one by one.
 *
 * <ol>
 *   <li>A ledger that does not answer is waited for and told of. A plan that it does not have is not: nothing more
 *       starts.
 *   <li>A cancelled wave starts no further node, and those in flight finish.
 *   <li>Where its rollout was closed by force, those in flight stop at their next safe point and roll back.
 *   <li>It closes after its children, whatever comes.
 * </ol>
 */
public final class WaveRun implements Wave {
    static final String PLAN_LOST = "plan lost";
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final int PAGE = 20;
    private static final int PROBLEMS_KEPT = 20;
    /** How long a maintenance window that cannot be read counts as closed. */
    private static final Duration UNREAD = Duration.ofMinutes(1);

    private final Inventory inventory = LedgerReads.stub(Inventory.class, "Read the plan");
    private final Ledger ledger = LedgerReads.stub(Ledger.class, "Read an outcome");
    private final Inventory clock = Local.stub(Inventory.class);
    private final Telling telling;
    private final Brakes brakes;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Turn> busy = new ArrayList<>();
    private final List<Integer> gaveWay = new ArrayList<>();
    private final List<Closed> closed = new ArrayList<>();
    private final Set<NodeRef> deciding = new LinkedHashSet<>();
    private final WavePlan plan;
    private final WaveNodes nodes;
    private final LedgerReads reads;
    private final ParentRollout rollout = new ParentRollout();
    /** False for a wave that began on an older worker: it goes on as it began. */
    private boolean lasting;

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
        this.nodes = new WaveNodes(plan);
        this.reads = new LedgerReads(why -> {
            show();
            tell("waits", "starts no further node until the ledger answers, those in flight go on – " + why);
        });
        this.telling = new Telling(line -> {
            if (problems.size() < PROBLEMS_KEPT) {
                problems.add(line);
            }
        });
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
            tell("stopped", "starts no further node, those in flight stop at their next safe point – " + closed);
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

    /** A node's turn in this wave: its place in the plan, and whether it was not found busy before. */
    private record Turn(Trigger trigger, int place, boolean first) {}

    private void begin(int from, int to) {
        List<Trigger> page = page(from, to);
        for (int i = 0; i < page.size(); i++) {
            start(new Turn(page.get(i), from + i, true));
        }
        if (lasting && page.size() < to - from) {
            outcomes.merge(Outcome.UNTOUCHED.name(), to - from - page.size(), Integer::sum);
            show();
        }
    }

    /** A page of the plan; empty where no further node starts, and where the ledger does not have the whole page. */
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

    /** Waits until a node may start: a place in the window, nobody who asked to wait, and an open maintenance window. */
    private void awaitStart() {
        while (true) {
            Workflow.await(() -> !stopped.isBlank() || mayStart());
            Optional<Instant> opens = stopped.isBlank() ? opens() : Optional.empty();
            if (opens.isEmpty() && (!lasting || !stopped.isBlank() || mayStart())) {
                closedUntil = "";
                return;
            }
            if (opens.isPresent()) {
                closedUntil = opens.get().toString();
                show();
                Duration wait = Duration.between(now(), opens.get());
                Waits.atMost(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait, () -> !stopped.isBlank());
            }
        }
    }

    private Optional<Instant> opens() {
        try {
            return clock.opens(plan.fleet());
        } catch (TemporalFailure unread) {
            return Optional.of(now().plus(UNREAD));
        }
    }

    private void start(Turn turn) {
        show();
        countClosed();
        awaitStart();
        if (stopped.isBlank()) {
            nodes.start(turn.trigger()).thenApply(run -> ended(turn, run));
        } else {
            count(untouched(turn.trigger(), "rollout stopped: " + stopped));
        }
    }

    private WaveNodes.Ended ended(Turn turn, WaveNodes.Ended run) {
        deciding.remove(turn.trigger().node());
        Optional<NodeOutcome> outcome = run.outcome();
        if (outcome.isPresent() && outcome.get().again() && plan.later().handsBack()) {
            gaveWay.add(turn.place());
            show();
        } else if (outcome.isPresent()) {
            count(outcome.get());
        } else if (turn.first() && run.busy()) {
            busy.add(turn);
        } else {
            closed.add(new Closed(turn.trigger(), run));
        }
        return run;
    }

    private record Closed(Trigger trigger, WaveNodes.Ended run) {}

    /** A child without a result: what it wrote to the ledger before it closed is its outcome. */
    private void countClosed() {
        for (Closed child : List.copyOf(closed)) {
            closed.remove(child);
            Trigger trigger = child.trigger();
            if (child.run().busy()) {
                count(untouched(trigger, "busy: another run holds " + trigger.node().workflowId()));
            } else if (child.run().runId().isEmpty()) {
                count(untouched(trigger, "its run could not be started: " + child.run().closedBy()));
            } else {
                String id = child.run().runId().get();
                Optional<NodeOutcome> written =
                        reads.read(() -> ledger.outcomeOf(id), () -> false).flatMap(found -> found);
                count(written.orElseGet(() -> ended(
                        trigger,
                        Outcome.HELD,
                        "the run closed without an outcome: " + child.run().closedBy())));
            }
        }
    }

    private void count(NodeOutcome outcome) {
        outcomes.merge(outcome.outcome().name(), 1, Integer::sum);
        boolean problem = outcome.outcome() == Outcome.HELD || outcome.outcome() == Outcome.RMA_CANDIDATE;
        boolean told = problem || outcome.again() || outcome.outcome() == Outcome.ROLLED_BACK;
        if (told && problems.size() < PROBLEMS_KEPT) {
            problems.add(outcome.node().name() + " " + outcome);
        }
        Optional<String> brake = brakes.after(outcome);
        if (brake.isPresent() && stopped.isBlank()) {
            stopped = brake.get();
            tellStopped();
        }
        show();
    }

    private void tellStopped() {
        tell("stopped", "starts no further node, those in flight finish – " + stopped);
    }

    private void tell(String state, String text) {
        telling.tell(plan.fleet(), "rollout " + plan.change(), state, text);
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
        Workflow.setCurrentDetails("**wave " + plan.number() + "**: " + nodes.inFlight() + " in flight, " + outcomes
                + (gaveWay.isEmpty() ? "" : ", gave way to work and are tried later: " + gaveWay.size())
                + (paused ? ", paused" : "")
                + (closedUntil.isBlank() ? "" : ", no window is open until " + closedUntil)
                + (deciding.isEmpty() ? "" : ", waits for a decision on " + deciding)
                + (reads.waitsFor().isBlank() ? "" : ", waits for the ledger: " + reads.waitsFor())
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
        return new WaveResult(Map.copyOf(outcomes), List.copyOf(problems), stopped, gaveWay);
    }
}
