package dev.slipway.model.facts;

import dev.slipway.model.Durations;
import java.time.Duration;
import java.time.Instant;

/** Measures how far the clock of a node is ahead of ours, at least; negative if it is behind. */
public record ClockSkew(Duration ahead) {
    /** Is more than the time that an answer takes, and far more than a clock under chrony or ntpd is ever off. */
    private static final Duration REMARKED = Duration.ofSeconds(5);

    /**
     * Is the limit above which the times of a log do not distinguish what was before a run from what was in it.
     * Kerberos allows the same five minutes:
     * https://web.mit.edu/kerberos/krb5-latest/doc/admin/conf_files/krb5_conf.html#libdefaults (clockskew).
     */
    private static final Duration TOO_FAR = Duration.ofMinutes(5);

    /**
     * Returns the skew of a clock that showed {@code shown} at some moment between {@code sent} and {@code received}.
     */
    public static ClockSkew of(Instant shown, Instant sent, Instant received) {
        if (shown.isBefore(sent)) {
            return new ClockSkew(Duration.between(sent, shown));
        }
        return new ClockSkew(shown.isAfter(received) ? Duration.between(received, shown) : Duration.ZERO);
    }

    /** Returns whether a person should know about it. */
    public boolean remarkable() {
        return ahead.abs().compareTo(REMARKED) >= 0;
    }

    /** Returns whether times of the node no longer show what came before what on our side. */
    public boolean tooFar() {
        return ahead.abs().compareTo(TOO_FAR) > 0;
    }

    /** Returns in words, such as {@code 1 h behind}. */
    @Override
    public String toString() {
        String words = Durations.words(ahead.abs());
        return ahead.abs().toSeconds() == 0 ? words : words + (ahead.isNegative() ? " behind" : " ahead");
    }
}
