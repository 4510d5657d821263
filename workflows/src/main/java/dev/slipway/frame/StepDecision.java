package dev.slipway.frame;

import dev.slipway.model.FailureType;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about one step that failed permanently. It requests a decision from a person if the policy requires one. A
 * failure that may pass is retried meanwhile, and at its deadline the node is held: a missing answer never undoes
 * anything.
 */
final class StepDecision {
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    private final StepRunner steps;
    private final Trigger trigger;
    private final Journal journal;
    private final OperatorDecisions decisions;
    private Optional<Instant> open = Optional.empty();
    private Duration pause = FIRST_PAUSE;

    StepDecision(StepRunner steps, Trigger trigger, Journal journal, OperatorDecisions decisions) {
        this.steps = steps;
        this.trigger = trigger;
        this.journal = journal;
        this.decisions = decisions;
    }

    /** Holds the question to a person, its deadline, and what is done without an answer. */
    private record Question(Step step, String reason, Set<Choice> choices, Instant deadline, Choice safe) {}

    /** Returns what to do: empty if the step is to be retried automatically, under the same number. */
    Optional<Choice> choice(Step step, FailureType kind, String reason) {
        boolean busy = kind == FailureType.STILL_RUNNING;
        Choice safe = steps.isUndoing() || busy || kind == FailureType.AMBIGUOUS ? Choice.HOLD : Choice.ROLL_BACK;
        if (!steps.asks(kind)) {
            return Optional.of(safe);
        }
        Set<Choice> choices =
                steps.isUndoing() || busy ? EnumSet.of(Choice.RETRY, Choice.HOLD) : EnumSet.allOf(Choice.class);
        Duration within = trigger.policy().decideWithin();
        Question question =
                new Question(step, reason, choices, WorkflowWaits.now().plus(within), safe);
        if (kind == FailureType.TRANSIENT && triesAgain()) {
            return whileTriedAgain(question);
        }
        announce(question);
        tell(question, "");
        return Optional.of(answer(question, within).orElseGet(() -> undecided(safe)));
    }

    /**
     * Returns whether such a failure is retried automatically; runs that began before this change go on as they began.
     */
    private static boolean triesAgain() {
        return Workflow.getVersion("transient-decision", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    private Optional<Choice> whileTriedAgain(Question asked) {
        boolean first = open.isEmpty();
        Instant deadline = open.orElse(asked.deadline());
        open = Optional.of(deadline);
        Question question = new Question(asked.step(), asked.reason(), asked.choices(), deadline, Choice.HOLD);
        Duration left = Duration.between(WorkflowWaits.now(), deadline);
        if (!left.isPositive()) {
            return Optional.of(undecided(Choice.HOLD));
        }
        announce(question);
        if (first) {
            tell(question, "; it is tried again by itself meanwhile");
        }
        Optional<Choice> chosen = answer(question, pause.compareTo(left) < 0 ? pause : left);
        if (chosen.isPresent()) {
            open = Optional.empty();
            return chosen;
        }
        if (decisions.stopWanted()) {
            return Optional.of(undecided(asked.safe()));
        }
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
        journal.line("tried again by itself: what failed may have passed");
        return Optional.empty();
    }

    private void announce(Question question) {
        steps.note(
                question.step(),
                NodeState.DECISION,
                question.reason() + "; decide by "
                        + question.deadline().truncatedTo(ChronoUnit.SECONDS) + ", else "
                        + OperatorDecisions.word(question.safe()));
        Workflow.upsertTypedSearchAttributes(SearchKeys.NODE_STATE.valueSet(NodeState.DECISION.word()));
    }

    private void tell(Question question, String besides) {
        steps.notifications()
                .tell(
                        trigger.fleet(),
                        trigger.node().toString(),
                        NodeState.DECISION.word(),
                        "waits for a decision – " + question.reason() + " – choices: "
                                + String.join(
                                        ", ",
                                        question.choices().stream()
                                                .map(OperatorDecisions::word)
                                                .toList())
                                + ", within " + trigger.policy().decideWithin() + besides);
    }

    private Optional<Choice> answer(Question question, Duration within) {
        tellWave(true);
        Optional<Choice> chosen =
                decisions.ask(question.reason(), question.choices(), question.deadline(), within, question.safe());
        Workflow.upsertTypedSearchAttributes(
                SearchKeys.NODE_STATE.valueSet(question.step().state().word()));
        tellWave(false);
        return chosen;
    }

    private Choice undecided(Choice safe) {
        journal.line((decisions.stopWanted() ? decisions.stopReason() : "nobody decided in time") + ": "
                + OperatorDecisions.word(safe));
        return safe;
    }

    private void tellWave(boolean waits) {
        try {
            new ParentWave().decision(trigger.node(), waits);
        } catch (TemporalFailure gone) {
            journal.line("the wave could not be told: " + Failures.text(gone));
        }
    }
}
