package dev.slipway.model.node;

import dev.slipway.model.capacity.Grant;
import dev.slipway.model.facts.LogPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what one runbook hands to the next on the same node: the cordon stays, and nothing is requested twice. {@code
 * crashed}: it crashed under test. {@code waited}: the total wait for parts of the site that were away.
 */
public record Handover(
        String token,
        Optional<CordonRecord> cordon,
        Optional<Grant> grant,
        Optional<EvidenceRef> evidence,
        Instant t0,
        Identity machine,
        List<String> path,
        List<PathEntry> entries,
        List<String> changed,
        List<RepairStage> stages,
        boolean crashed,
        Optional<LogPosition> mark,
        Duration waited) {

    /** Accepts a handover from before entries, changes, stages, the mark and waiting existed: it has none. */
    public Handover {
        entries = Optional.ofNullable(entries).orElse(List.of());
        changed = Optional.ofNullable(changed).orElse(List.of());
        stages = Optional.ofNullable(stages).orElse(List.of());
        mark = Optional.ofNullable(mark).orElse(Optional.empty());
        waited = Optional.ofNullable(waited).orElse(Duration.ZERO);
    }
}
