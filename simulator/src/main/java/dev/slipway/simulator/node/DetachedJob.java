package dev.slipway.simulator.node;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Runs work on the node without its starter: it survives a dropped connection, but not a reboot. */
public final class DetachedJob {
    private static final int KEPT = 1 << 20;

    private final long began;
    private final StringBuilder output = new StringBuilder();
    private final String boot;
    private OptionalInt exit = OptionalInt.empty();
    private Optional<Thread> process = Optional.empty();
    private boolean ended;
    private boolean lost;

    /** Starts work now, under a boot. */
    public DetachedJob(NodeClock clock, String boot) {
        this.began = clock.time();
        this.boot = boot;
    }

    /** Returns the boot under which it began. */
    public String boot() {
        return boot;
    }

    /** Returns the thread that does the work. */
    public Optional<Thread> process() {
        return process;
    }

    public void process(Thread thread) {
        process = Optional.of(thread);
    }

    /** Returns whether it is at work. */
    public boolean running() {
        return exit.isEmpty() && !lost;
    }

    /** Somebody means to end the work, whether he can or not. */
    public void toBeEnded() {
        ended = true;
    }

    public void print(String text) {
        if (output.length() < KEPT) {
            output.append(text);
        }
    }

    public void exited(int code) {
        exit = OptionalInt.of(code);
    }

    /** Ends the work without a trace of its end. */
    public void lose() {
        lost = exit.isEmpty();
    }

    public boolean lost() {
        return lost;
    }

    /** Returns the lines that a poll prints first. */
    public String state(NodeClock clock) {
        if (lost) {
            return "state " + (ended ? "ended" : "lost") + "\nran 0";
        }
        Duration ran = clock.simulated(Duration.ofNanos(clock.time() - began));
        return exit.isPresent()
                ? "state exited " + exit.getAsInt() + "\nran 0"
                : "state running\nran " + ran.toSeconds();
    }

    /** Returns the last {@code max} bytes of the output. */
    public byte[] tail(int max) {
        byte[] all = output.toString().getBytes(StandardCharsets.UTF_8);
        return all.length <= max ? all : java.util.Arrays.copyOfRange(all, all.length - max, all.length);
    }
}
