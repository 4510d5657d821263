package dev.slipway.fleet;

import dev.slipway.frame.Failures;
import dev.slipway.frame.WorkflowWaits;
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
 * What a wave reads from the ledger. A ledger that does not answer is waited for without a limit: the wave starts
 * nothing meanwhile, and its nodes in flight go on. Only an answer of no is a failure.
 */
final class LedgerReads {
    /** How long one read is tried before people are told and the wave pauses. */
    private static final Duration ONE_ROUND = Duration.ofMinutes(5);

    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(30);
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);

    private final Consumer<String> tell;
    private String waitsFor = "";
    private boolean told;

    /** {@code tell} reports, once per absence, why the wave waits. */
    LedgerReads(Consumer<String> tell) {
        this.tell = tell;
    }

    /** A port whose reads are tried for one round. */
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

    /** Why it waits now; blank while it does not. */
    String waitsFor() {
        return waitsFor;
    }

    /**
     * What {@code read} returns, whenever the ledger answers; empty once {@code stop} holds, which is looked at between
     * two rounds. Fails as the read did where the answer was no.
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
                waits(Failures.text(failure));
            }
            WorkflowWaits.atMost(pause, stop);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
        answered();
        return Optional.empty();
    }

    private void waits(String why) {
        waitsFor = why;
        if (!told) {
            told = true;
            tell.accept(why);
        }
    }

    private void answered() {
        waitsFor = "";
        told = false;
    }
}
