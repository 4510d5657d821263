package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Local;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Durations;
import dev.slipway.port.Inventory;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Holds the maintenance windows of a fleet. Windows that cannot be read count as closed, and are read again soon. */
final class StartWindow {
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration UNREAD = Duration.ofMinutes(1);

    private final Inventory clock = Local.stub(Inventory.class);
    private final String fleet;
    private String shown = "";

    StartWindow(String fleet) {
        this.fleet = fleet;
    }

    /** Returns until when no window is open, or when to ask again where that is not known; empty if one is open. */
    Optional<Instant> opens() {
        try {
            Optional<Instant> opens = clock.opens(fleet);
            shown = opens.map(at -> ", no window is open until " + at).orElse("");
            return opens;
        } catch (TemporalFailure unread) {
            Instant again = now().plus(UNREAD);
            shown = ", the maintenance windows cannot be read (" + Failures.text(unread) + "); asked again at " + again;
            return Optional.of(again);
        }
    }

    /** Waits until {@code opens}, or until {@code stop} holds. */
    void await(Instant opens, BooleanSupplier stop) {
        Duration wait = Duration.between(now(), opens);
        WorkflowTimers.atMost(Durations.longer(wait, SHORTEST_WAIT), stop);
        shown = stop.getAsBoolean() ? "" : shown;
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }

    @Override
    public String toString() {
        return shown;
    }
}
