package dev.slipway.model.gpu;

import dev.slipway.model.node.EvidenceRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a vendor and a person need to know about a GPU to replace: why, which GPUs of the node, what was tried,
 * stage by stage since {@code since}, and where the evidence is that was stored before anything was reset.
 */
public record RmaCase(
        Instant since,
        String row,
        String reason,
        List<GpuSuspect> gpus,
        List<String> stages,
        Optional<EvidenceRef> evidence) {

    /** Returns the same with its final record as its evidence. */
    public RmaCase with(EvidenceRef whole) {
        return new RmaCase(since, row, reason, gpus, stages, Optional.of(whole));
    }
}
