package dev.slipway.model;

import java.time.Duration;
import java.time.Instant;

/** How far the clock of a node is ahead of ours, by at least so much; negative where it is behind. */
public record ClockSkew(Duration ahead) {
    /** More than the time that an answer takes, and far more than a clock that chrony or ntpd keeps is ever off. */
    private static final Duration REMARKED = Duration.ofSeconds(5);

    /**
     * The times of a log then no longer say what was before a run and what in it. Kerberos allows the same five
     * minutes: https://web.mit.edu/kerberos/krb5-latest/doc/admin/conf_files/krb5_conf.html#libdefaults (clockskew).
     */
    private static final Duration TOO_FAR = Duration.ofMinutes(5);

    /** The skew of a clock that showed {@code shown} at some moment between {@code sent} and {@code received}. */
    public static ClockSkew of(Instant shown, Instant sent, Instant received) {
        if (shown.isBefore(sent)) {
            return new ClockSkew(Duration.between(sent, shown));
        }
        return new ClockSkew(shown.isAfter(received) ? Duration.between(received, shown) : Duration.ZERO);
    }

    /** Whether a person should know of it. */
    public boolean remarkable() {
        return ahead.abs().compareTo(REMARKED) >= 0;
    }

    /** Whether times of the node say nothing any more of what came before what of ours. */
    public boolean tooFar() {
        return ahead.abs().compareTo(TOO_FAR) > 0;
    }

    /** In words, such as {@code 3600 s behind}. */
    @Override
    public String toString() {
        long seconds = ahead.abs().toSeconds();
        return seconds == 0 ? "0 s" : seconds + " s " + (ahead.isNegative() ? "behind" : "ahead");
    }
}
