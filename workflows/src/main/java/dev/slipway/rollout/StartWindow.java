package dev.slipway.rollout;

import dev.slipway.frame.engine.Local;
import dev.slipway.frame.engine.WorkflowTimers;
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
    private String closedUntil = "";

    StartWindow(String fleet) {
        this.fleet = fleet;
    }

    /** Returns until when no window is open; empty if one is. */
    Optional<Instant> opens() {
        Optional<Instant> opens = read();
        closedUntil = opens.map(Instant::toString).orElse("");
        return opens;
    }

    private Optional<Instant> read() {
        try {
            return clock.opens(fleet);
        } catch (TemporalFailure unread) {
            return Optional.of(now().plus(UNREAD));
        }
    }

    /** Waits until {@code opens}, or until {@code stop} holds. */
    void await(Instant opens, BooleanSupplier stop) {
        Duration wait = Duration.between(now(), opens);
        WorkflowTimers.atMost(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait, stop);
        closedUntil = stop.getAsBoolean() ? "" : closedUntil;
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }

    @Override
    public String toString() {
        return closedUntil.isBlank() ? "" : ", no window is open until " + closedUntil;
    }
}
