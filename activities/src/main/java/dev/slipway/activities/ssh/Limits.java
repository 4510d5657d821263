package dev.slipway.activities.ssh;

import java.time.Duration;

/** How long a command may take, connecting included, and how many bytes of each of its two outputs are kept. */
public record Limits(Duration within, int maxBytes) {
    private static final int MEGABYTE = 1_000_000;

    /** One megabyte of output. */
    public static Limits of(Duration within) {
        return new Limits(within, MEGABYTE);
    }

    /** The limits of a command that answers at once. */
    public static Limits brief() {
        return of(Duration.ofSeconds(60));
    }
}
