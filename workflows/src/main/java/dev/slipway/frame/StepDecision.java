package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.ParentWave;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Gates;
import dev.slipway.port.Ledger;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides what is done about one step that failed for good. A person is asked where policy says so. A failure that may
 * pass is tried again meanwhile, and at its deadline the node is held: nothing is undone because nobody answered. Lines
 * of the driver that nobody knows are put to a person in the same way.
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
    private record Question(Step step, String reason, Set<Choice> choices, Instant deadline, Choice safe) {

        /** Returns what is done without an answer: a run that cannot roll back holds its node. */
        Choice undecided() {
            return choices.contains(safe) ? safe : Choice.HOLD;
        }
    }

    /** Returns what to do: empty if the step is to be retried automatically, under the same number. */
    Optional<Choice> choice(Step step, FailureType kind, String reason) {
        boolean busy = kind == FailureType.STILL_RUNNING;
        Choice safe = steps.isUndoing() || busy || kind == FailureType.AMBIGUOUS ? Choice.HOLD : Choice.ROLL_BACK;
        if (!steps.asks(kind)) {
            return Optional.of(safe);
        }
        Set<Choice> choices = busy ? EnumSet.of(Choice.RETRY, Choice.HOLD) : offered(Choice.RETRY);
        Duration within = trigger.policy().decideTimeout();
        Question question =
                new Question(step, reason, choices, WorkflowTimers.now().plus(within), safe);
        if (kind == FailureType.TRANSIENT && triesAgain()) {
            return whileTriedAgain(question);
        }
        announce(question);
        tell(question, "");
        return Optional.of(answer(question, within).orElseGet(() -> undecided(question, safe)));
    }

    /**
     * Puts lines of the driver that neither the parsers nor the goal know to a person: accepted, they are kept for
     * every run towards the goal; anything else ends the run by throwing. Looks now and then whether they were accepted
     * on another node meanwhile. Returns whether anybody was asked.
     */
    boolean aboutLines(FactsRef now, BaselineRef goal) {
        if (now.log().map(LogReading::unknownLines).orElse(List.of()).isEmpty() || !asksAboutLines()) {
            return false;
        }
        List<String> unknown = unknownLines(now, goal);
        while (!unknown.isEmpty()) {
            boolean first = open.isEmpty();
            Question question = aboutLines(unknown, goal);
            Duration left = Duration.between(WorkflowTimers.now(), question.deadline());
            if (!trigger.policy().decide() || !left.isPositive()) {
                throw new RunEnded.Hold(question.reason() + (first ? "" : "; nobody decided in time"));
            }
            announce(question);
            if (first) {
                tell(question, "; the run stops asking once they are accepted on another node");
            }
            Optional<Choice> chosen = answer(question, Durations.shorter(pause, left));
            if (chosen.isPresent() || decisions.stopWanted()) {
                answered(chosen.orElse(Choice.ROLL_BACK), question, unknown, goal);
                return true;
            }
            pause = Durations.shorter(pause.multipliedBy(2), LONGEST_PAUSE);
            unknown = unknownLines(now, goal);
        }
        return open.isPresent();
    }

    /** Runs that read such lines before anybody asked about them go on as they began. */
    private static boolean asksAboutLines() {
        return Workflow.getVersion("unknown-lines", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    private List<String> unknownLines(FactsRef now, BaselineRef goal) {
        return steps.run(FrameSteps.UNKNOWN_LINES, Gates.class, (g, act) -> g.unknownLines(act, now, goal));
    }

    private Question aboutLines(List<String> unknown, BaselineRef goal) {
        Instant deadline =
                open.orElseGet(() -> WorkflowTimers.now().plus(trigger.policy().decideTimeout()));
        open = Optional.of(deadline);
        String reason = "G3: the driver wrote what " + goal + " does not know: " + String.join("; ", unknown);
        return new Question(FrameSteps.UNKNOWN_LINES.step(), reason, offered(Choice.ACCEPT), deadline, Choice.HOLD);
    }

    private Set<Choice> offered(Choice first) {
        return steps.offersRollback()
                ? EnumSet.of(first, Choice.ROLL_BACK, Choice.HOLD)
                : EnumSet.of(first, Choice.HOLD);
    }

    private void answered(Choice choice, Question question, List<String> unknown, BaselineRef goal) {
        String decided = decisions.decided(choice, question.reason());
        steps.note(question.step(), choice == Choice.ACCEPT ? question.step().state() : NodeState.DECISION, decided);
        switch (choice) {
            case ACCEPT -> {
                Who who = decisions.decider().orElseThrow();
                journal.line(decided);
                steps.run(FrameSteps.ACCEPT_LINES, Ledger.class, (l, act) -> {
                    l.acceptLines(act, goal, unknown, who);
                    return true;
                });
            }
            case ROLL_BACK -> throw steps.isUndoing() ? new RunEnded.Hold(decided) : new RunEnded.RollBack(decided);
            case HOLD, RETRY -> throw new RunEnded.Hold(decided);
        }
    }

    /** Runs that asked before such a failure was tried again by itself go on as they began. */
    private static boolean triesAgain() {
        return Workflow.getVersion("transient-decision", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    private Optional<Choice> whileTriedAgain(Question asked) {
        boolean first = open.isEmpty();
        Instant deadline = open.orElse(asked.deadline());
        open = Optional.of(deadline);
        Question question = new Question(asked.step(), asked.reason(), asked.choices(), deadline, Choice.HOLD);
        Duration left = Duration.between(WorkflowTimers.now(), deadline);
        if (!left.isPositive()) {
            return Optional.of(undecided(question, Choice.HOLD));
        }
        announce(question);
        if (first) {
            tell(question, "; it is tried again by itself meanwhile");
        }
        Optional<Choice> chosen = answer(question, Durations.shorter(pause, left));
        if (chosen.isPresent()) {
            open = Optional.empty();
            return chosen;
        }
        if (decisions.stopWanted()) {
            return Optional.of(undecided(asked, asked.safe()));
        }
        pause = Durations.shorter(pause.multipliedBy(2), LONGEST_PAUSE);
        journal.line("tried again by itself: what failed may have passed");
        return Optional.empty();
    }

    private void announce(Question question) {
        steps.note(
                question.step(),
                NodeState.DECISION,
                question.reason() + "; decide by "
                        + question.deadline().truncatedTo(ChronoUnit.SECONDS) + ", else "
                        + OperatorDecisions.word(question.undecided()));
        Workflow.upsertTypedSearchAttributes(SearchKeys.NODE_STATE.valueSet(NodeState.DECISION.word()));
    }

    private void tell(Question question, String besides) {
        steps.notifications()
                .tell(
                        trigger.fleet(),
                        trigger.node().toString(),
                        NotificationState.DECISION,
                        "waits for a decision – " + question.reason() + " – choices: "
                                + String.join(
                                        ", ",
                                        question.choices().stream()
                                                .map(OperatorDecisions::word)
                                                .toList())
                                + ", within " + Durations.words(trigger.policy().decideTimeout()) + besides);
    }

    private Optional<Choice> answer(Question question, Duration within) {
        tellWave(true);
        Optional<Choice> chosen =
                decisions.ask(question.reason(), question.choices(), question.deadline(), within, question.undecided());
        Workflow.upsertTypedSearchAttributes(
                SearchKeys.NODE_STATE.valueSet(question.step().state().word()));
        tellWave(false);
        return chosen;
    }

    private Choice undecided(Question question, Choice safe) {
        Choice told = safe == Choice.HOLD ? safe : question.undecided();
        journal.line((decisions.stopWanted() ? decisions.stopReason() : "nobody decided in time") + ": "
                + OperatorDecisions.word(told));
        return safe;
    }

    private void tellWave(boolean waits) {
        try {
            new ParentWave().decision(trigger.node(), waits);
        } catch (TemporalFailure gone) {
            journal.line("the wave could not be notified: " + Failures.text(gone));
        }
    }
}
