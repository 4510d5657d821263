package dev.slipway.simulator.tools;

/** Defines how a command reaches its caller. */
public sealed interface Result {
    /** Is the whole answer. */
    record Ended(Answer answer) implements Result {}

    /** Is no answer and no exit status: the connection breaks, or the process is killed. */
    record Dropped() implements Result {}

    /** Is {@code bytes} bytes of noise, then the exit status. */
    record Flood(long bytes, int exit) implements Result {}
}
