package dev.slipway.simulator.tools;

/** How a command reaches its caller. */
public sealed interface Result {
    /** The whole answer. */
    record Ended(Answer answer) implements Result {}

    /** No answer and no exit status: the connection breaks, or the process is killed. */
    record Dropped() implements Result {}

    /** {@code bytes} bytes of noise, then the exit status. */
    record Flood(long bytes, int exit) implements Result {}
}
