package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Local;
import dev.slipway.frame.engine.Notifications;
import dev.slipway.frame.engine.Port;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Ledger;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Runs the steps; there is no other way to act. A step sets what people see, calls its port, and writes its end to the
 * journal. When the port has failed permanently, the kind of failure decides: a closed gate and a verdict end the step
 * at once; any other failure is retried as often as the policy allows if it is known, then a decision is requested if
 * the policy requires one, else it is undone. A part of the site that is away, and a freeze for heat, need no decision:
 * the step waits.
 */
final class StepRunner {
    private final Trigger trigger;
    private final NodeBinding binding;
    private final Journal journal;
    private final OperatorDecisions decisions;
    private final Ledger rows = Local.patient(Ledger.class);
    private final Notifications notifications;
    private final PartAbsence absence;
    private final Map<String, Integer> attempts = new HashMap<>();
    private boolean undoing;
    private boolean rollingBack;
    private boolean stageLeft;
    private boolean forwardOnly;
    private String running = "";

    StepRunner(Trigger trigger, NodeBinding binding, Journal journal, OperatorDecisions decisions) {
        this.trigger = trigger;
        this.binding = binding;
        this.journal = journal;
        this.decisions = decisions;
        this.notifications = new Notifications(journal::line);
        this.absence = new PartAbsence(trigger, journal, notifications, decisions);
    }

    /** Runs {@code call} as {@code id} until it succeeds or the step is given up by throwing. */
    <T, R> R run(StepId id, Class<T> port, BiFunction<T, Act, R> call) {
        return run(id, Port.of(port), call);
    }

    /** Does the same, with the caller's own time limit. */
    <T, R> R run(StepId id, Port<T> port, BiFunction<T, Act, R> call) {
        Step step = rollingBack ? id.step().undoing() : id.step();
        int attempt = next(step);
        int known = 0;
        StepDecision decision = new StepDecision(this, trigger, journal, decisions);
        absence.stepBegins();
        while (true) {
            Instant began = WorkflowTimers.now();
            try {
                return once(step, attempt, began, port, call);
            } catch (TemporalFailure failure) {
                FailureType kind = Failures.kind(failure);
                String text = Failures.text(failure);
                journal.done(step.title(), attempt, began, kind.name() + ": " + text);
                if (waitedOut(step, attempt, failure, began)) {
                    continue;
                }
                boolean decided = kind != FailureType.STEP_FAILED
                        || known++ >= Math.min(trigger.policy().stepRetries(), port.mostRepeats());
                if (decided && !giveUpOrRetry(decision, step, kind, text)) {
                    continue;
                }
                // What still runs is joined under its number: nothing is begun beside it.
                attempt = kind == FailureType.STILL_RUNNING ? attempt : next(step);
            } finally {
                running = "";
            }
        }
    }

    private <T, R> R once(Step step, int attempt, Instant began, Port<T> port, BiFunction<T, Act, R> call) {
        journal.begin(step.title(), step.state());
        Act act = binding.act(step, attempt);
        running = act.step().id();
        R result = call.apply(port.stub(step.title(), trigger.options().taskQueue()), act);
        binding.note(step, result);
        journal.done(step.title(), attempt, began, "done");
        return result;
    }

    /**
     * Waits if the failure needs no decision; returns whether it did. The step goes on under the same number: work on
     * the node is joined, not started again.
     */
    private boolean waitedOut(Step step, int attempt, TemporalFailure failure, Instant began) {
        FailureType kind = Failures.kind(failure);
        if (kind.waitedFor()) {
            absence.waitFor(step, binding.act(step, attempt), failure, began, undoing);
            return true;
        }
        if (binding.boots().rebootedByAnother(failure)) {
            return true;
        }
        if (kind == FailureType.SUSPENDED) {
            suspended(step);
            return true;
        }
        return false;
    }

    /** Waits until what heats may begin: a stop ends the wait by throwing. */
    void suspended(Step step) {
        new Suspension(this, decisions).over(step);
    }

    /**
     * Does the same as {@link #run}, but returns empty if it is suspended for heat and nothing was begun: for a caller
     * that first returns what it has borrowed, and then waits by {@link #suspended}.
     */
    <T, R> Optional<R> unlessSuspended(StepId id, Class<T> port, BiFunction<T, Act, R> call) {
        return run(id, port, (p, act) -> {
            try {
                return Optional.of(call.apply(p, act));
            } catch (TemporalFailure failure) {
                if (Failures.kind(failure) != FailureType.SUSPENDED) {
                    throw failure;
                }
                journal.line(Failures.text(failure));
                return Optional.<R>empty();
            }
        });
    }

    /** Takes an activity's report of its waiting. A report that arrives after its step does not affect the next one. */
    void waiting(String step, String why) {
        if (step.equals(running)) {
            journal.waiting(why + " (reported at " + WorkflowTimers.now().truncatedTo(ChronoUnit.SECONDS) + ")");
        }
    }

    private int next(Step step) {
        return attempts.merge(step.id(), 1, Integer::sum);
    }

    /** Says whether a person wants the step tried again, else it is by itself; throws to end it. */
    private boolean giveUpOrRetry(StepDecision decision, Step step, FailureType kind, String text) {
        String reason = step.title() + ": " + text;
        return switch (kind) {
            case GATE_CLOSED -> throw new RunEnded.Refused(text);
            case VERDICT -> throw new RunEnded.RollBack(reason);
            case SKIPPED_BY_POLICY -> throw RunEnded.Refused.skippedByPolicy(text);
            case EXTERNAL_CHANGE, MACHINE_MISMATCH, HELD_BY_POLICY, REBOOTED -> throw new RunEnded.Hold(text);
            default -> {
                Optional<Choice> choice = decision.choice(step, kind, reason);
                choice.ifPresent(chosen -> decided(chosen, step, kind, reason));
                yield choice.isPresent();
            }
        };
    }

    private void decided(Choice choice, Step step, FailureType kind, String reason) {
        note(
                step,
                choice == Choice.RETRY ? step.state() : NodeState.DECISION,
                OperatorDecisions.word(choice == Choice.ROLL_BACK && !offersRollback() ? Choice.HOLD : choice)
                        + decisions.decider().map(who -> " by " + who).orElse("") + ": " + reason);
        if (choice == Choice.ROLL_BACK) {
            throw new RunEnded.RollBack(decisions.decided(choice, reason));
        }
        if (choice == Choice.HOLD) {
            throw new RunEnded.Hold(decisions.decided(choice, reason), kind == FailureType.STEP_FAILED && !asks(kind));
        }
    }

    /** Puts lines of the driver that nobody knows to a person; returns whether anybody was asked. */
    boolean askedAboutLines(FactsRef now, BaselineRef goal) {
        return new StepDecision(this, trigger, journal, decisions).aboutLines(now, goal);
    }

    /** A person is asked where policy says so, and not about a failure that a stage of the run still follows. */
    boolean asks(FailureType kind) {
        return trigger.policy().decide() && !(stageLeft && kind == FailureType.STEP_FAILED);
    }

    Notifications notifications() {
        return notifications;
    }

    /** Writes the node's row where no activity does it: while the run waits. */
    void note(Step step, NodeState state, String why) {
        try {
            rows.note(binding.row(step, state, why));
        } catch (TemporalFailure failure) {
            journal.line("the node's row could not be written: " + Failures.text(failure));
        }
    }

    /** From here on the run only gives the node back or holds it: a failed step can be tried again or held. */
    void undoing() {
        undoing = true;
    }

    /** Marks the following steps as steps that undo; their names show it. */
    void rollingBack() {
        undoing = true;
        rollingBack = true;
    }

    /** States whether the run has a stage for a step that is known to have failed while it undoes. */
    void stageLeft(boolean left) {
        stageLeft = left;
    }

    boolean isUndoing() {
        return undoing;
    }

    /** States whether the run has nothing to roll back to: a person is not offered that. */
    void forwardOnly(boolean is) {
        forwardOnly = is;
    }

    /** Returns whether a person may choose to roll back. Runs that offered it before go on doing so. */
    boolean offersRollback() {
        return !undoing
                && !(forwardOnly
                        && Workflow.getVersion("forward-only-offers-no-rollback", Workflow.DEFAULT_VERSION, 1) == 1);
    }

    /** Returns how long this run has waited for parts of the site, on its whole path through several runbooks. */
    Duration waited() {
        return absence.waited();
    }
}
