package dev.slipway.model;

import java.time.Instant;

/**
 * Facts that lie in the ledger, by reference. {@code hash} covers what a verification stands on: driver, image, kernel
 * and the set of GPU UUIDs; equal hashes mean unchanged facts.
 */
public record FactsRef(
        NodeRef node, String id, String bootId, String hash, Instant collectedAt, Identity identity, String summary) {}
