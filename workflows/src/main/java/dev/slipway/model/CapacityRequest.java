package dev.slipway.model;

/** A wish to take a node out; {@code holder} is the workflow that answers for it. {@code limit} is the domain's budget. */
public record CapacityRequest(
        String domain, String fleet, NodeRef node, String holder, String runId, CapacityLimit limit) {}
