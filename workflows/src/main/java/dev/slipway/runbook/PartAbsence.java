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
import java.util.Set;

/**
 * Waits for parts of the site that are away: the ledger, an API, the network to all nodes. One total per run, by policy;
 * then the node is held, or left untouched where it was not cordoned yet. Nobody decides anything meanwhile.
 */
final class PartAbsence {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(15);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    /** More than the tries of one call wait by themselves: what a call did before its part went away is not counted. */
    private static final Duration LONGEST_CALL = Duration.ofMinutes(30);

    private static final String LEDGER = "the ledger";
    private static final String AWAY = "AWAY";

    private final Trigger trigger;
    private final Journal journal;
    private final Telling telling;
    private final Desk desk;
    private final Set<String> told = new HashSet<>();
    private Duration pause = FIRST_PAUSE;
    private Duration waited;

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

    /** A step begins: its pauses are short again. */
    void stepBegins() {
        pause = FIRST_PAUSE;
    }

    /**
     * Waits once, after a call that was made at {@code called} failed because a part is away. Ends by throwing where the
     * run has waited long enough, and where it is stopped meanwhile.
     */
    void waitFor(Step step, TemporalFailure failure, Instant called, boolean undoing) {
        boolean ledger = Failures.kind(failure) == FailureType.LEDGER_AWAY;
        String part = ledger ? LEDGER : Failures.detail(failure);
        Duration limit = trigger.policy().unavailableTimeout();
        if (callsCount()) {
            Duration call = Duration.between(called, Steps.now());
            waited = waited.plus(call.compareTo(LONGEST_CALL) < 0 ? call : LONGEST_CALL);
        }
        if (waited.compareTo(limit) >= 0) {
            throw new HoldWanted(step.title() + ": " + part + " is away, and this run has waited for "
                    + Waits.words(limit) + " in all: " + Failures.text(failure));
        }
        if (!ledger && told.add(part)) {
            tell(part, Failures.text(failure), limit.minus(waited));
        }
        journal.waits(Failures.text(failure) + " The node stays as it is; this goes on when " + part + " is back.");
        Workflow.sleep(pause);
        waited = waited.plus(pause);
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        if (!ledger && desk.stopWanted()) {
            stop(step, part, undoing);
        }
    }

    /** Runs that waited for the ledger before calls were counted go on counting pauses alone. */
    private static boolean callsCount() {
        return Workflow.getVersion("part-away", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    /** What was begun on a node that cannot be asked may still be at work there: nothing is undone beside it. */
    private void stop(Step step, String part, boolean undoing) {
        boolean changing = step.state() == NodeState.MUTATING || step.state() == NodeState.REBOOTING;
        if (undoing || changing) {
            throw new HoldWanted(desk.stopReason() + "; " + step.title() + " waited for " + part);
        }
        throw new RollBackWanted(desk.stopReason());
    }

    /** One run tells for all of its fleet: whichever waits first within the hour. */
    private void tell(String part, String why, Duration left) {
        Instant hour = Steps.now().truncatedTo(ChronoUnit.HOURS);
        telling.tell(new News(
                String.join("-", "away", trigger.fleet(), part, hour.toString()).replaceAll("[^A-Za-z0-9._-]", "_"),
                trigger.fleet(),
                trigger.node().toString(),
                AWAY,
                Workflow.getInfo().getWorkflowId(),
                "this run, and each other one that needs it, waits for " + part + " – " + why
                        + " – nothing is decided or undone meanwhile; this one gives up after " + Waits.words(left)
                        + " more"));
    }
}
