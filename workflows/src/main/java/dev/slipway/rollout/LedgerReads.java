package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads what a wave needs from the ledger. A ledger that does not answer is waited for without a limit: the wave starts
 * nothing meanwhile, and its nodes in flight go on. Only a negative answer is a failure.
 */
final class LedgerReads {
    /** Limits one round of a read; after it people are notified and the wave pauses. */
    private static final Duration ONE_ROUND = Duration.ofMinutes(5);

    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(30);
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);

    private final Consumer<String> tell;
    private String waitReason = "";
    private boolean told;

    /** Calls {@code tell} once per absence, with the reason why the wave waits. */
    LedgerReads(Consumer<String> tell) {
        this.tell = tell;
    }

    /** Returns a port whose reads are tried for one round. */
    static <T> T stub(Class<T> type, String summary) {
        return Workflow.newActivityStub(
                type,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofMinutes(1))
                        .setScheduleToCloseTimeout(ONE_ROUND)
                        .setSummary(summary)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumInterval(LONGEST_INTERVAL)
                                .build())
                        .build());
    }

    /** Returns why it waits now; blank while it does not. */
    String waitReason() {
        return waitReason;
    }

    /**
     * Returns what {@code read} returns, as soon as the ledger answers; empty once {@code stop} holds, which is checked
     * between two rounds. Fails as the read did if the answer was negative.
     */
    <R> Optional<R> read(Supplier<R> read, BooleanSupplier stop) {
        Duration pause = FIRST_PAUSE;
        while (!stop.getAsBoolean()) {
            try {
                R value = read.get();
                answered();
                return Optional.of(value);
            } catch (TemporalFailure failure) {
                if (Failures.kind(failure) == FailureType.GATE_CLOSED) {
                    answered();
                    throw failure;
                }
                waiting(Failures.text(failure));
            }
            WorkflowTimers.atMost(pause, stop);
            pause = Durations.shorter(pause.multipliedBy(2), LONGEST_PAUSE);
        }
        answered();
        return Optional.empty();
    }

    private void waiting(String why) {
        waitReason = why;
        if (!told) {
            told = true;
            tell.accept(why);
        }
    }

    private void answered() {
        waitReason = "";
        told = false;
    }
}
