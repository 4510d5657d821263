package dev.slipway.rollout;

import dev.slipway.model.Durations;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Schedules the budget's own checks: soon at first and then less and less often, with one timer per interval. */
final class CheckTimer {
    /**
     * Is the first interval while a request waits, because room may become free without a message. It grows to the
     * longest.
     */
    static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Is the interval while no request waits: only for holders that closed without returning their grant. */
    private static final Duration LATER = Duration.ofMinutes(10);

    private Optional<Check> look = Optional.empty();
    private Duration pause = SOON;

    /** Makes the next check soon, because a request arrived. */
    void soon() {
        pause = SOON;
    }

    /** Waits for news or the next check, and returns whether a check is due. A check that news preempts stays due. */
    boolean awaitChangeOrCheck(BooleanSupplier news, boolean somebodyWaits) {
        Duration wanted = somebodyWaits ? pause : LATER;
        long due = Workflow.currentTimeMillis() + wanted.toMillis();
        if (look.isEmpty() || look.get().due() > due) {
            look.ifPresent(later -> later.timer().cancel());
            look = Optional.of(Check.in(wanted, due));
        }
        Check next = look.get();
        Workflow.await(() -> news.getAsBoolean() || next.over().isCompleted());
        if (!next.over().isCompleted()) {
            return false;
        }
        look = Optional.empty();
        pause = Durations.shorter(pause.multipliedBy(2), LONGEST);
        return true;
    }

    /** Holds the time of a due check, and its timer. */
    private record Check(long due, CancellationScope timer, Promise<Boolean> over) {

        static Check in(Duration span, long due) {
            CompletablePromise<Boolean> over = Workflow.newPromise();
            CancellationScope timer = Workflow.newCancellationScope(
                    () -> Workflow.newTimer(span).handle((fired, cancelled) -> over.complete(cancelled == null)));
            timer.run();
            return new Check(due, timer, over);
        }
    }
}
