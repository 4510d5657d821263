package dev.slipway.frame.engine;

import dev.slipway.model.Notification;
import dev.slipway.model.NotificationState;
import dev.slipway.port.Notifier;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Notifies people beside the work, and never delays it: a few tries within a minute, and a message that nobody received
 * is a line for {@code unheard}. No run fails because of it.
 */
public final class Notifications {
    private static final Duration WITHIN = Duration.ofMinutes(1);
    private static final Duration ONE_TRY = Duration.ofSeconds(25);
    private static final int TRIES = 3;

    private final Consumer<String> unheard;
    private final List<Promise<Boolean>> underWay = new ArrayList<>();

    public Notifications(Consumer<String> unheard) {
        this.unheard = unheard;
    }

    /** Notifies, and returns at once. */
    public void tell(String fleet, String subject, NotificationState state, String text) {
        String once = Workflow.getInfo().getFirstExecutionRunId() + "-" + underWay.size() + "-" + state.word();
        tell(new Notification(
                once, fleet, subject, state.word(), Workflow.getInfo().getWorkflowId(), text));
    }

    /**
     * Notifies, and returns at once. A message that another run sent under the same {@link Notification#once} is not
     * sent again.
     */
    public void tell(Notification notification) {
        Notifier notifier = Workflow.newActivityStub(
                Notifier.class,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(ONE_TRY)
                        .setScheduleToCloseTimeout(WITHIN)
                        .setSummary("Tell people: " + notification.state())
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumAttempts(TRIES)
                                .build())
                        .build());
        underWay.add(Async.procedure(notifier::tell, notification).handle((nothing, failure) -> {
            if (failure != null) {
                unheard.accept("nobody was notified of " + notification.state() + ": " + Failures.text(failure));
            }
            return true;
        }));
    }

    /** Waits until every message was sent or given up, at most a minute; called when nothing else is left to do. */
    public void heard() {
        for (int i = 0; i < underWay.size(); i++) {
            underWay.get(i).get();
        }
    }
}
