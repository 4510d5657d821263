package dev.slipway.activities.gates;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Waits until a scheduler offers the GPUs of a node. A device plugin that is started anew registers them again, which
 * takes it a while: https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/
 */
public final class OfferedGpus {
    /** From when the gates were asked for. */
    private static final Duration WITHIN = Duration.ofMinutes(15);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final ActivityClock clock;

    public OfferedGpus(ActivityClock clock) {
        this.clock = clock;
    }

    /**
     * Safe to repeat: reads only, heartbeats, and shows what it waits for. How the scheduler sees the node once it is
     * ready and offers {@code expected} GPUs, or when the time is over.
     */
    SchedulingState waitFor(Act act, NodeScheduler scheduler, int expected) {
        Instant end = clock.deadline(WITHIN);
        while (true) {
            SchedulingState schedulingState = scheduler.standing(act);
            Optional<String> missing = missing(schedulingState, expected);
            if (missing.isEmpty() || clock.passed(end)) {
                return schedulingState;
            }
            clock.showWait(act, "waits for the scheduler: " + missing.get() + "; until " + end + " at most");
            clock.pause(BETWEEN_LOOKS, "waits for GPUs");
        }
    }

    private static Optional<String> missing(SchedulingState schedulingState, int expected) {
        return schedulingState
                .machine()
                .filter(machine -> !machine.ready() || machine.gpus() < expected)
                .map(machine -> machine.ready()
                        ? "it offers " + machine.gpus() + " of " + expected + " GPUs"
                        : "it does not call the node ready");
    }
}
