package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Who;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Takes the decisions of people. Intent is recorded here; the frame acts on it at its own pace. */
final class OperatorDecisions {
    private static final String CANCELLED = "cancelled";

    private final Journal journal;
    private Set<Choice> open = EnumSet.noneOf(Choice.class);
    private Optional<Choice> chosen = Optional.empty();
    private Optional<Who> decider = Optional.empty();
    private Optional<Who> abort = Optional.empty();
    private Optional<String> stop = Optional.empty();
    private boolean askedUntilStopped;
    private boolean readmitting;
    private BooleanSupplier cancelled = () -> false;

    OperatorDecisions(Journal journal) {
        this.journal = journal;
    }

    /** Throws with what would fit when {@code choice} cannot be taken now. */
    void mayChoose(Choice choice) {
        if (!open.contains(choice)) {
            throw new RefusedDecision(
                    open.isEmpty()
                            ? "no step waits for a decision now; see the run's details for where it is"
                            : "this step can only be decided by " + words(open));
        }
    }

    void mayAbort() {
        if (abort.isPresent()) {
            throw new RefusedDecision("abort was already requested by " + abort.get());
        }
        if (readmitting && open.isEmpty()) {
            throw new RefusedDecision("the node is verified and being readmitted; nothing is left to stop");
        }
    }

    String choose(Choice choice, Who who) {
        chosen = Optional.of(choice);
        decider = Optional.of(who);
        open = EnumSet.noneOf(Choice.class);
        journal.line(word(choice) + " chosen by " + who);
        return word(choice) + " accepted";
    }

    /** Takes a signal if it fits; else journals and drops it. */
    void signalled(Choice choice, Who who) {
        if (open.contains(choice)) {
            choose(choice, who);
        } else {
            journal.line("signal " + word(choice) + " by " + who + " dropped: nothing waits for it");
        }
    }

    String abort(Who who) {
        abort = Optional.of(who);
        String follows = "the run " + journal.afterAbort();
        journal.line("abort requested by " + who + ": " + follows);
        return follows;
    }

    /** Stops the run because the wave that started it requires that; {@code why} is reported with the outcome. */
    void stop(String why) {
        stop = Optional.of(why);
        journal.line("stops at the next safe point: " + why);
    }

    void stopWhen(BooleanSupplier cancelRequested) {
        cancelled = cancelRequested;
    }

    /** Returns whether a person requested an abort, its wave a stop, or the engine a cancel. */
    boolean stopWanted() {
        return abort.isPresent() || stop.isPresent() || cancelled.getAsBoolean();
    }

    String stopReason() {
        return abort.map(who -> "aborted by " + who)
                .or(() -> stop.map(why -> "stopped: " + why))
                .orElse(CANCELLED);
    }

    /** Returns whether the engine requested a cancel, without a reason. */
    boolean cancelledUnexplained() {
        return stopReason().equals(CANCELLED) && cancelled.getAsBoolean();
    }

    /** Returns {@code reason}, and who decided what or stopped the run instead, for readers of the outcome. */
    String decided(Choice choice, String reason) {
        return decider.map(who -> reason + "; " + word(choice) + " by " + who)
                .orElse(askedUntilStopped ? reason + "; " + stopReason() : reason);
    }

    /** The node is proven and goes back: nothing is left to stop, unless it is rolled back after all. */
    void readmitting(boolean is) {
        readmitting = is;
        journal.settled(is);
    }

    /**
     * Waits for a person for this time; returns empty if nobody decided. At {@code deadline}, which may be later,
     * {@code safe} is done.
     */
    Optional<Choice> ask(String error, Set<Choice> choices, Instant deadline, Duration within, Choice safe) {
        open = EnumSet.copyOf(choices);
        chosen = Optional.empty();
        decider = Optional.empty();
        List<String> names =
                new ArrayList<>(choices.stream().map(OperatorDecisions::word).toList());
        journal.decision(error, names, deadline, word(safe));
        WorkflowTimers.atMost(within, () -> chosen.isPresent() || stopWanted());
        open = EnumSet.noneOf(Choice.class);
        journal.decided();
        Optional<Choice> answer = chosen;
        chosen = Optional.empty();
        askedUntilStopped = answer.isEmpty() && stopWanted();
        return answer;
    }

    /** Returns who answered the last question; empty if nobody did. */
    Optional<Who> decider() {
        return decider;
    }

    private static String words(Set<Choice> choices) {
        return String.join(", ", choices.stream().map(OperatorDecisions::word).toList());
    }

    static String word(Choice choice) {
        return switch (choice) {
            case RETRY -> "retry";
            case ROLL_BACK -> "rollBack";
            case HOLD, ACCEPT -> choice.name().toLowerCase(Locale.ROOT);
        };
    }
}
