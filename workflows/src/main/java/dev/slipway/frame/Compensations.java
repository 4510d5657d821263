package dev.slipway.frame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Undoes what was done, newest first. Each entry is registered before the act that it undoes: a step that timed out may
 * still have happened.
 */
final class Compensations {
    private final Deque<Runnable> undos = new ArrayDeque<>();

    void register(Runnable undo) {
        undos.push(undo);
    }

    /** Runs them newest first and forgets each that is done; stops at the first that throws. */
    void run() {
        while (!undos.isEmpty()) {
            RunEnded.held(undos.element());
            undos.pop();
        }
    }

    /** Drops all entries, because what they would undo no longer exists. */
    void forget() {
        undos.clear();
    }

    /**
     * Runs every one newest first, also behind one that throws, and forgets each that is done; why the others are not.
     */
    List<String> runAll() {
        List<String> left = new ArrayList<>();
        for (Runnable undo : List.copyOf(undos)) {
            try {
                RunEnded.held(undo);
                undos.remove(undo);
            } catch (RunEnded stuck) {
                left.add(String.valueOf(stuck.getMessage()));
            }
        }
        return List.copyOf(left);
    }
}
