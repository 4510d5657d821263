package dev.slipway.simulator.kubernetes;

import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Queues writes to one budget's status: they go through one after the other, and when crowded some of them meet a
 * conflict. A real server was measured: about 23 per second, and one conflict in eighteen when crowded.
 */
final class BudgetQueue {
    private static final int CROWD = 10;
    private static final int ONE_CONFLICT_IN = 18;

    private final SimulatedTime time;
    private final Duration write;
    private final Map<String, Slot> doors = new HashMap<>();

    private static final class Slot {
        private long freeAt;
        private int waiting;
        private int crowded;
    }

    /** Is a place in the queue: when its write is through, and whether that ends in a conflict. */
    private record Turn(long doneAt, boolean conflict) {}

    BudgetQueue(SimulatedTime time, Duration write) {
        this.time = time;
        this.write = write;
    }

    /** Waits for this caller's write; throws the conflict it may meet. The state lock must not be held. */
    void pass(String budgetKey, String budgetName) {
        Turn turn = enter(budgetKey);
        try {
            long left = turn.doneAt() - System.nanoTime();
            if (left > 0) {
                time.pauseReal(Duration.ofNanos(left));
            }
        } finally {
            leave(budgetKey);
        }
        if (turn.conflict()) {
            throw ApiError.conflict(ResourceType.BUDGETS, budgetName);
        }
    }

    private synchronized Turn enter(String budgetKey) {
        Slot slot = doors.computeIfAbsent(budgetKey, absent -> new Slot());
        slot.waiting++;
        boolean conflict = slot.waiting > CROWD && ++slot.crowded % ONE_CONFLICT_IN == 0;
        slot.freeAt =
                Math.max(System.nanoTime(), slot.freeAt) + time.real(write).toNanos();
        return new Turn(slot.freeAt, conflict);
    }

    private synchronized void leave(String budgetKey) {
        Slot slot = doors.computeIfAbsent(budgetKey, absent -> new Slot());
        slot.waiting--;
    }
}
