package dev.slipway.model.facts;

import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * References facts in the ledger. {@code hash} covers what a verification depends on: driver, image, kernel and the set
 * of GPU UUIDs; equal hashes mean unchanged facts. {@code log} is the reading of the kernel's log; empty in references
 * that were stored without it. {@code lacking} states by gate why it cannot be run on the node.
 */
public record FactsRef(
        NodeRef node,
        String id,
        String bootId,
        String hash,
        Instant collectedAt,
        Identity identity,
        String summary,
        Optional<LogReading> log,
        Map<String, String> lacking) {

    /** Accepts references that were stored before the log was read: it is empty. */
    public FactsRef {
        log = Optional.ofNullable(log).orElse(Optional.empty());
        lacking = Optional.ofNullable(lacking).orElse(Map.of());
    }

    /** Creates a reference to a node on which every gate can be run, as far as known. */
    public FactsRef(
            NodeRef node,
            String id,
            String bootId,
            String hash,
            Instant collectedAt,
            Identity identity,
            String summary,
            Optional<LogReading> log) {
        this(node, id, bootId, hash, collectedAt, identity, summary, log, Map.of());
    }

    /** Returns the answer of a gate that cannot be run on the node; empty if it can, as far as known. */
    public Optional<GateResult> cannotRun(String gate) {
        return Optional.ofNullable(lacking.get(gate)).map(why -> new GateResult(gate, Verdict.NOT_RUN, why, bootId));
    }

    /** Creates a reference without a reading of the kernel's log. */
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
