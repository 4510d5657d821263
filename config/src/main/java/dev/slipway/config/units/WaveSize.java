package dev.slipway.config.units;

import java.util.Optional;

/** Limits how many nodes are done when a wave ends: a count ({@code 1}) or a share of the plan ({@code 25%}). */
public record WaveSize(int count, Optional<Percent> share) {

    /** Returns the nodes out of {@code members} that are done when this wave ends; at least 1, at most all. */
    public int upTo(int members) {
        int wanted = share.map(s -> Math.ceilDiv(members * s.value(), 100)).orElse(count);
        return Math.min(members, Math.max(1, wanted));
    }

    @Override
    public String toString() {
        return share.map(Percent::toString).orElse(Integer.toString(count));
    }
}
