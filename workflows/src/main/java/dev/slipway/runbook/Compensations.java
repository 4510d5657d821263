package dev.slipway.runbook;

import java.util.ArrayDeque;
import java.util.Deque;

/** What to undo, newest first. Registered before the act it undoes: a step that timed out may still have happened. */
final class Compensations {
    private final Deque<Runnable> undos = new ArrayDeque<>();

    void register(Runnable undo) {
        undos.push(undo);
    }

    /** Runs them newest first and forgets each that is done; stops at the first that throws. */
    void run() {
        while (!undos.isEmpty()) {
            undos.element().run();
            undos.pop();
        }
    }
}
