package dev.slipway.runbook;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Identity;
import dev.slipway.model.LogPosition;
import dev.slipway.model.NodeNote;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
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
 * The one way to act. A step sets what people see, calls its port, and writes its end to the journal. When the port has
 * failed for good, the kind of failure decides: a closed gate and a verdict end the step at once; anything else is tried
 * again as often as policy allows where the failure is known, then put to a person where policy says so, else undone. A
 * part of the site that is away, and a freeze for heat, are nobody's decision: the step waits.
 */
final class Steps {
    private final Trigger trigger;
    private final String slug;
    private final Journal journal;
    private final Desk desk;
    private final LeaveOfService leave;
    private final Ledger rows;
    private final Telling telling;
    private final PartAbsence absence;
    private final Map<String, Integer> attempts = new HashMap<>();
    private final String token;
    private final Instant t0;
    private final LogMark mark;
    private Optional<Identity> machine = Optional.empty();
    private final KnownBoots boots = new KnownBoots();
    private boolean undoing;
    private boolean rollingBack;
    private boolean rungLeft;
    private String running = "";

    /** {@code leave}: each act names the fence under which its node is out. */
    Steps(Trigger trigger, String slug, Journal journal, Desk desk, LeaveOfService leave) {
        this.leave = leave;
        this.trigger = trigger;
        this.slug = slug;
        this.journal = journal;
        this.desk = desk;
        this.rows = Local.patient(Ledger.class);
        this.telling = new Telling(journal::line);
        this.absence = new PartAbsence(trigger, journal, telling, desk);
        this.token = trigger.carried()
                .map(c -> c.token())
                .orElseGet(() -> Workflow.getInfo().getFirstExecutionRunId());
        this.t0 = trigger.carried().map(c -> c.t0()).orElseGet(Steps::now);
        this.mark = new LogMark(trigger.carried().flatMap(c -> c.mark()));
        this.machine = trigger.carried().map(c -> c.machine());
    }

    /** Runs {@code call} as {@code step} until it succeeds or the step is given up by throwing. */
    <T, R> R run(Step step, Port<T> port, BiFunction<T, Act, R> call) {
        Step shown = rollingBack ? step.undoing() : step;
        int attempt = next(shown);
        int known = 0;
        StepDecision decision = new StepDecision(this, trigger, journal, desk);
        absence.stepBegins();
        while (true) {
            Instant began = now();
            journal.begin(shown.title(), shown.state());
            try {
                Act act = act(shown, attempt);
                running = act.step().id();
                R result = call.apply(port.stub(shown.title(), trigger.options().taskQueue()), act);
                mark.note(shown, result);
                journal.done(shown.title(), attempt, began, "done");
                return result;
            } catch (TemporalFailure failure) {
                FailureType kind = Failures.kind(failure);
                String text = Failures.text(failure);
                journal.done(shown.title(), attempt, began, kind.name() + ": " + text);
                // Each goes on under the same number: what was begun on the node is joined, not begun again.
                if (kind.waitedFor()) {
                    absence.waitFor(shown, act(shown, attempt), failure, began, undoing);
                    continue;
                }
                if (boots.rebootedByAnother(failure)) {
                    continue;
                }
                if (kind == FailureType.SUSPENDED) {
                    suspended(shown);
                    continue;
                }
                boolean decided = kind != FailureType.STEP_FAILED
                        || known++ >= Math.min(trigger.policy().knownFailures(), port.mostRepeats());
                if (decided && !giveUpOrRetry(decision, shown, kind, text)) {
                    continue;
                }
                // What still runs is joined under its number: nothing is begun beside it.
                attempt = kind == FailureType.STILL_RUNNING ? attempt : next(shown);
            } finally {
                running = "";
            }
        }
    }

    /** Waits until what heats may begin: a stop ends the wait by throwing. */
    void suspended(Step step) {
        new Suspension(this, desk).over(step);
    }

    /**
     * As {@link #run}, but empty where it is suspended for heat and nothing was begun: for a caller that gives back first what
     * it has borrowed, and then waits by {@link #suspended}.
     */
    <T, R> Optional<R> unlessSuspended(Step step, Port<T> port, BiFunction<T, Act, R> call) {
        return run(step, port, (p, act) -> {
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

    /** What an activity says of its waiting. Told too late, when its step is over, it says nothing of the next one. */
    void waits(String step, String why) {
        if (step.equals(running)) {
            journal.waits(why + " (told at " + now().truncatedTo(ChronoUnit.SECONDS) + ")");
        }
    }

    private int next(Step step) {
        return attempts.merge(step.id(), 1, Integer::sum);
    }

    /** Says whether a person wants the step tried again, else it is by itself; throws to end it. */
    private boolean giveUpOrRetry(StepDecision decision, Step step, FailureType kind, String text) {
        String reason = step.title() + ": " + text;
        return switch (kind) {
            case GATE_CLOSED -> throw new GateClosed(text);
            case VERDICT -> throw new RollBackWanted(reason);
            case GIVES_WAY -> throw GateClosed.givingWay(text);
            case FOREIGN_ACTOR, ANOTHER_MACHINE, HELD_BY_POLICY, REBOOTED -> throw new HoldWanted(text);
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
                Desk.word(choice) + desk.decider().map(who -> " by " + who).orElse("") + ": " + reason);
        if (choice == Choice.ROLL_BACK) {
            throw new RollBackWanted(desk.decided(choice, reason));
        }
        if (choice == Choice.HOLD) {
            throw new HoldWanted(desk.decided(choice, reason), kind == FailureType.STEP_FAILED && !asks(kind));
        }
    }

    /** A person is asked where policy says so, and not about a failure that a rung of the run still follows. */
    boolean asks(FailureType kind) {
        return trigger.policy().decide() && !(rungLeft && kind == FailureType.STEP_FAILED);
    }

    Telling telling() {
        return telling;
    }

    /** Writes the node's row where no activity does it: while the run waits. */
    void note(Step step, NodeState state, String why) {
        try {
            rows.note(new NodeNote(
                    trigger.node(),
                    trigger.fleet(),
                    slug,
                    state,
                    step.id(),
                    why,
                    workflowId(),
                    token,
                    now(),
                    Optional.empty()));
        } catch (TemporalFailure failure) {
            journal.line("the node's row could not be written: " + Failures.text(failure));
        }
    }

    /** The token is one on the whole way through several runbooks, so the later ones put their name before the step. */
    Act act(Step step, int attempt) {
        Step own = trigger.carried().isPresent() ? new Step(slug + "-" + step.id(), step.title(), step.state()) : step;
        Act act = new Act(trigger.node(), trigger.fleet(), token, workflowId(), slug, own, attempt, machine, t0);
        return act.expecting(trigger.options().adopt(), boots.running(), mark.place())
                .fenced(leave.fence());
    }

    /** The boots of the node, as acts have read them. */
    KnownBoots boots() {
        return boots;
    }

    void bind(Identity identity) {
        machine = Optional.of(identity);
    }

    /** After a step that may name the machine anew: the board must be the one that was bound. */
    void rebind(Identity now) {
        if (!machine().productUuid().equals(now.productUuid())) {
            throw new HoldWanted("another machine answers: bound to " + machine() + ", now " + now);
        }
        machine = Optional.of(now);
    }

    Identity machine() {
        return machine.orElseThrow(() -> new IllegalStateException("no facts were read yet"));
    }

    /** From here on the run only gives the node back or holds it: a failed step can be tried again or held. */
    void undoing() {
        undoing = true;
    }

    /** From here on steps undo, and their names say so. */
    void rollingBack() {
        undoing = true;
        rollingBack = true;
    }

    /** Whether the run has a rung for a step that is known to have failed while it undoes. */
    void rungLeft(boolean left) {
        rungLeft = left;
    }

    boolean isUndoing() {
        return undoing;
    }

    /** From where on errors in the kernel's log count. */
    Optional<LogPosition> mark() {
        return mark.place();
    }

    /** How long this run has waited for parts of the site, on the whole way through several runbooks. */
    Duration waited() {
        return absence.waited();
    }

    Instant t0() {
        return t0;
    }

    String token() {
        return token;
    }

    private static String workflowId() {
        return Workflow.getInfo().getWorkflowId();
    }

    static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }
}
