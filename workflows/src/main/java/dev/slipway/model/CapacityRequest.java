package dev.slipway.model;

/**
 * A wish to take a node out; {@code holder} is the workflow that answers for it. How many may be out is not the asker's
 * to say.
 */
public record CapacityRequest(String domain, String fleet, NodeRef node, String holder, String runId) {}
