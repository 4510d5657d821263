package dev.slipway.activities.ssh;

import java.time.Duration;

/** Limits how long a command may take, connecting included, and how many bytes of each of its two outputs are read. */
public record Limits(Duration within, int maxBytes) {
    private static final int MEGABYTE = 1_000_000;

    /** Returns limits with one megabyte of output. */
    public static Limits of(Duration within) {
        return new Limits(within, MEGABYTE);
    }

    /** Returns the limits of a command that answers at once. */
    public static Limits brief() {
        return of(Duration.ofSeconds(60));
    }
}
