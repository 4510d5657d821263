package dev.slipway.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a vendor and a person ask for of a GPU that is to be replaced: why, which GPUs of the node, what was tried, rung
 * by rung since {@code since}, and where the evidence lies that was kept before anything was reset.
 */
public record RmaCase(
        Instant since,
        String row,
        String reason,
        List<GpuSuspect> gpus,
        List<String> rungs,
        Optional<EvidenceRef> evidence) {

    /** The same with the record that was put together last as its evidence. */
    public RmaCase with(EvidenceRef whole) {
        return new RmaCase(since, row, reason, gpus, rungs, Optional.of(whole));
    }
}
