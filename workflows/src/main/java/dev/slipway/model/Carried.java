package dev.slipway.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one runbook hands to the next on the same node: the cordon is kept, nothing is asked twice. {@code crashed}: it
 * crashed under test. {@code waited}: for parts of the site that were away, in all.
 */
public record Carried(
        String token,
        Optional<CordonRecord> cordon,
        Optional<Grant> grant,
        Optional<EvidenceRef> evidence,
        Instant t0,
        Identity machine,
        List<String> path,
        List<Leg> legs,
        List<String> changed,
        List<Rung> rungs,
        boolean crashed,
        Optional<LogPosition> mark,
        Duration waited) {

    /** What was handed over before legs, changes, rungs, the mark and waiting were told of has none. */
    public Carried {
        legs = Optional.ofNullable(legs).orElse(List.of());
        changed = Optional.ofNullable(changed).orElse(List.of());
        rungs = Optional.ofNullable(rungs).orElse(List.of());
        mark = Optional.ofNullable(mark).orElse(Optional.empty());
        waited = Optional.ofNullable(waited).orElse(Duration.ZERO);
    }
}
