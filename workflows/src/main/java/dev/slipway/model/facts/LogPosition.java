package dev.slipway.model.facts;

/**
 * Marks a place in the kernel's log of one boot, which no change of a clock moves. {@code place} is {@code journal
 * CURSOR}, or {@code dmesg SECONDS} where no journal can be read; empty is the begin of that boot.
 *
 * @see <a href="https://www.freedesktop.org/software/systemd/man/latest/journalctl.html">journalctl --after-cursor</a>
 */
public record LogPosition(String bootId, String place) {

    /** Returns the begin of a boot: everything that it logged comes after it. */
    public static LogPosition beginOf(String bootId) {
        return new LogPosition(bootId, "");
    }
}
