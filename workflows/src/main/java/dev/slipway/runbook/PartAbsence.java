package dev.slipway.runbook;

import dev.slipway.model.Carried;
import dev.slipway.model.FailureType;
import dev.slipway.model.News;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Waits for parts of the site that are away: the ledger, an API, the network to all nodes. The call that found one away
 * is made again as one that the engine tries until the part is back, which costs no events however long it takes. One
 * total per run, by policy; then the node is held, or left untouched where it was not cordoned yet. Nobody decides
 * anything meanwhile.
 */
final class PartAbsence {
    /** More than the tries of one call wait by themselves: what a call did before its part went away is not counted. */
    private static final Duration LONGEST_CALL = Duration.ofMinutes(30);

    private static final String LEDGER = "the ledger";
    private static final String AWAY = "AWAY";

    private final Trigger trigger;
    private final Journal journal;
    private final Telling telling;
    private final Desk desk;
    private final PausesBetweenCalls pauses = new PausesBetweenCalls();
    private final Set<String> told = new HashSet<>();
    private Optional<Missing> missing = Optional.empty();
    private Duration waited;

    /** What the last call of the step found away. */
    private record Missing(String part, String why, boolean ledger) {
        static Missing of(TemporalFailure failure) {
            boolean ledger = Failures.kind(failure) == FailureType.LEDGER_AWAY;
            return new Missing(ledger ? LEDGER : Failures.detail(failure), Failures.text(failure), ledger);
        }
    }

    PartAbsence(Trigger trigger, Journal journal, Telling telling, Desk desk) {
        this.trigger = trigger;
        this.journal = journal;
        this.telling = telling;
        this.desk = desk;
        this.waited = trigger.carried().map(Carried::waited).orElse(Duration.ZERO);
    }

    Duration waited() {
        return waited;
    }

    void stepBegins() {
        pauses.restart();
        missing = Optional.empty();
    }

    /**
     * Makes one call of a step; after one that found a part away, one that waits for it. A stop ends the wait by throwing;
     * what is at work again by then is heard to its end.
     */
    <T, R> R call(Step step, Port<T> port, boolean undoing, Function<T, R> call) {
        Optional<String> queue = trigger.options().taskQueue();
        if (missing.isEmpty()) {
            return call.apply(port.stub(step.title(), queue));
        }
        Missing now = missing.get();
        BooleanSupplier stopped = () -> !now.ledger() && desk.stopWanted();
        if (stopped.getAsBoolean()) {
            throw stop(step, now.part(), undoing);
        }
        Instant called = Steps.now();
        Duration work = shorter(port.attempt(), LONGEST_CALL);
        T patient = port.untilBack(step.title(), queue, limit().minus(waited).plus(work));
        journal.waits(now.why() + " " + now.part() + " was away at " + called.truncatedTo(ChronoUnit.SECONDS)
                + ": this step is tried until it is back, and goes on by itself.");
        try {
            R answer = port.endsAtStop()
                    ? call.apply(patient)
                    : Waits.unless(stopped, () -> call.apply(patient))
                            .orElseThrow(() -> stop(step, now.part(), undoing));
            count(Duration.between(called, Steps.now()).minus(work));
            missing = Optional.empty();
            return answer;
        } catch (TemporalFailure failure) {
            boolean still = Failures.kind(failure).waitedFor() || Failures.outOfTime(failure);
            count(Duration.between(called, Steps.now()).minus(still ? Duration.ZERO : work));
            throw failure;
        }
    }

    /** Whether the part was waited for and is back: what failed since then has the tries of its own call. */
    boolean over() {
        boolean back = missing.isPresent();
        missing = Optional.empty();
        return back;
    }

    /**
     * Takes in that a call made at {@code called} failed because a part is away: the next one waits. Ends by throwing
     * where the run has waited long enough.
     */
    void waitFor(Step step, TemporalFailure failure, Instant called, boolean undoing) {
        Missing now = Missing.of(failure);
        int way = Workflow.getVersion("part-away", Workflow.DEFAULT_VERSION, 2);
        if (way != Workflow.DEFAULT_VERSION && missing.isEmpty()) {
            count(shorter(Duration.between(called, Steps.now()), LONGEST_CALL));
        }
        if (waited.compareTo(limit()) >= 0) {
            throw new HoldWanted(step.title() + ": " + now.part() + " is away, and this run has waited for "
                    + Waits.words(limit()) + " in all: " + now.why());
        }
        if (!now.ledger() && told.add(now.part())) {
            tell(now, limit().minus(waited));
        }
        if (way == 2) {
            missing = Optional.of(now);
            return;
        }
        // Runs that paused between their calls go on doing so.
        journal.waits(now.why() + " The node stays as it is; this goes on when " + now.part() + " is back.");
        count(pauses.pause());
        if (!now.ledger() && desk.stopWanted()) {
            throw stop(step, now.part(), undoing);
        }
    }

    private void count(Duration time) {
        waited = time.isNegative() ? waited : waited.plus(time);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Duration limit() {
        return trigger.policy().unavailableTimeout();
    }

    /** What was begun on a node that cannot be asked may still be at work there: nothing is undone beside it. */
    private RuntimeException stop(Step step, String part, boolean undoing) {
        boolean changing = step.state() == NodeState.MUTATING || step.state() == NodeState.REBOOTING;
        return undoing || changing
                ? new HoldWanted(desk.stopReason() + "; " + step.title() + " waited for " + part)
                : new RollBackWanted(desk.stopReason());
    }

    /** One run tells for all of its fleet: whichever waits first within the hour. */
    private void tell(Missing now, Duration left) {
        Instant hour = Steps.now().truncatedTo(ChronoUnit.HOURS);
        telling.tell(new News(
                String.join("-", "away", trigger.fleet(), now.part(), hour.toString())
                        .replaceAll("[^A-Za-z0-9._-]", "_"),
                trigger.fleet(),
                trigger.node().toString(),
                AWAY,
                Workflow.getInfo().getWorkflowId(),
                "this run, and each other one that needs it, waits for " + now.part() + " – " + now.why()
                        + " – nothing is decided or undone meanwhile; this one gives up after " + Waits.words(left)
                        + " more"));
    }
}
