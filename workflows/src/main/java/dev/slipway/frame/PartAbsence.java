package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Notifications;
import dev.slipway.frame.engine.Port;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.Notification;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Step;
import dev.slipway.model.node.Handover;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Nodes;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;

/**
 * Waits for parts of the site that are away: the ledger, an API, the network to all nodes. One total per run, by
 * policy; then the node is held, or left untouched where it was not cordoned yet. Nobody decides anything meanwhile.
 */
final class PartAbsence {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(15);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    /** More than the tries of one call wait by themselves: what a call did before its part went away is not counted. */
    private static final Duration LONGEST_CALL = Duration.ofMinutes(30);

    private static final String LEDGER = "the ledger";

    /** Limits the pause between two waits for a part that answers and fails the step again. */
    private static final Duration LONGEST_DOUBT = Duration.ofMinutes(30);

    private static final Port<Nodes> SITE = Port.of(Nodes.class);

    private final Trigger trigger;
    private final Journal journal;
    private final Notifications notifications;
    private final OperatorDecisions decisions;
    private final Set<String> told = new HashSet<>();
    private Duration pause = FIRST_PAUSE;
    private boolean asked;
    private Duration waited;

    /** Names what a call found away. */
    private record Away(FailureType kind, String part, String why) {
        static Away of(TemporalFailure failure) {
            FailureType kind = Failures.kind(failure);
            String part = kind == FailureType.LEDGER_UNAVAILABLE ? LEDGER : Failures.detail(failure);
            return new Away(kind, part, Failures.text(failure));
        }

        boolean ledger() {
            return kind == FailureType.LEDGER_UNAVAILABLE;
        }
    }

    PartAbsence(Trigger trigger, Journal journal, Notifications notifications, OperatorDecisions decisions) {
        this.trigger = trigger;
        this.journal = journal;
        this.notifications = notifications;
        this.decisions = decisions;
        this.waited = trigger.carried().map(Handover::waited).orElse(Duration.ZERO);
    }

    Duration waited() {
        return waited;
    }

    /** A step begins: its pauses are short again. */
    void stepBegins() {
        pause = FIRST_PAUSE;
        asked = false;
    }

    /**
     * Takes in that a call made at {@code called} failed because a part is away, and waits until the site answers. Ends
     * by throwing where the run has waited long enough, and where it is stopped meanwhile.
     */
    void waitFor(Step step, Act act, TemporalFailure failure, Instant called, boolean undoing) {
        Away away = Away.of(failure);
        int way = Workflow.getVersion("part-away", Workflow.DEFAULT_VERSION, 2);
        if (way != Workflow.DEFAULT_VERSION) {
            Duration call = Duration.between(called, WorkflowTimers.now());
            waited = waited.plus(Durations.shorter(call, LONGEST_CALL));
        }
        if (left().isZero()) {
            throw new RunEnded.Hold(step.title() + ": " + away.part() + " is away, and this run has waited for "
                    + Durations.words(limit()) + " in all: " + away.why());
        }
        if (!away.ledger() && told.add(away.part())) {
            tell(away);
        }
        journal.waiting(away.why() + " – the node stays as it is; this goes on by itself when " + away.part()
                + " is back" + (away.ledger() ? ", whatever is asked of it meanwhile" : "") + "; it gives up at "
                + WorkflowTimers.now().plus(left()).truncatedTo(ChronoUnit.SECONDS));
        if (way == 2) {
            untilTheSiteAnswers(act, away);
        } else {
            // Runs that paused between their calls go on doing so.
            Workflow.sleep(pause);
            waited = waited.plus(pause);
            pause = longer(LONGEST_PAUSE);
        }
        if (stopped(away)) {
            stop(step, away.part(), undoing);
        }
    }

    /**
     * Waits by one call that the engine retries while the part is away, and that does nothing of the step itself, so an
     * abort may end it at any time. If a part answers it and fails the step again, the calls become less and less
     * frequent.
     */
    private void untilTheSiteAnswers(Act act, Away away) {
        Instant began = WorkflowTimers.now();
        if (asked) {
            WorkflowTimers.atMost(pause, () -> stopped(away));
            pause = longer(LONGEST_DOUBT);
        }
        asked = true;
        Duration most = left().minus(Duration.between(began, WorkflowTimers.now()));
        if (most.isPositive() && !stopped(away)) {
            Nodes site = SITE.outlasting(
                    away.kind(), "Wait for " + away.part(), trigger.options().taskQueue(), most);
            try {
                WorkflowTimers.unless(() -> stopped(away), () -> {
                    site.siteAnswers(act);
                    return true;
                });
            } catch (ActivityFailure other) {
                journal.line("the wait for " + away.part() + " ended: " + Failures.text(other));
            }
        }
        waited = waited.plus(Duration.between(began, WorkflowTimers.now()));
    }

    /** Nothing can be undone or held without the ledger. */
    private boolean stopped(Away away) {
        return !away.ledger() && decisions.stopWanted();
    }

    private Duration longer(Duration longest) {
        return Durations.shorter(pause.multipliedBy(2), longest);
    }

    private Duration limit() {
        return trigger.policy().unavailableTimeout();
    }

    private Duration left() {
        Duration left = limit().minus(waited);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Stops the wait. Work on a node that cannot be read may still go on there, so nothing is undone beside it. */
    private void stop(Step step, String part, boolean undoing) {
        boolean changing = step.state() == NodeState.MUTATING || step.state() == NodeState.REBOOTING;
        if (undoing || changing) {
            throw new RunEnded.Hold(decisions.stopReason() + "; " + step.title() + " waited for " + part);
        }
        throw new RunEnded.RollBack(decisions.stopReason());
    }

    /** Notifies for the whole fleet: the first run that waits within the hour does so. */
    private void tell(Away away) {
        Instant hour = WorkflowTimers.now().truncatedTo(ChronoUnit.HOURS);
        notifications.tell(new Notification(
                String.join("-", "away", trigger.fleet(), away.part(), hour.toString())
                        .replaceAll("[^A-Za-z0-9._-]", "_"),
                trigger.fleet(),
                trigger.node().toString(),
                NotificationState.AWAY.word(),
                Workflow.getInfo().getWorkflowId(),
                "this run, and each other one that needs it, waits for " + away.part() + " – " + away.why()
                        + " – nothing is decided or undone meanwhile; this one gives up after "
                        + Durations.words(left())
                        + " more"));
    }
}
