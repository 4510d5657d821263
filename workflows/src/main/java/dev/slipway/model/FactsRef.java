package dev.slipway.model;

import java.time.Instant;
import java.util.Optional;

/**
 * Facts that lie in the ledger, by reference. {@code hash} covers what a verification stands on: driver, image, kernel
 * and the set of GPU UUIDs; equal hashes mean unchanged facts. {@code log} is what the reading says of the kernel's
 * log; empty in references that were kept without it.
 */
public record FactsRef(
        NodeRef node,
        String id,
        String bootId,
        String hash,
        Instant collectedAt,
        Identity identity,
        String summary,
        Optional<LogReading> log) {

    /** References that were kept before the log was read with them have none of it. */
    public FactsRef {
        log = Optional.ofNullable(log).orElse(Optional.empty());
    }

    /** A reference that says nothing of the kernel's log. */
    public FactsRef(
            NodeRef node,
            String id,
            String bootId,
            String hash,
            Instant collectedAt,
            Identity identity,
            String summary) {
        this(node, id, bootId, hash, collectedAt, identity, summary, Optional.empty());
    }
}
