package dev.slipway.model.capacity;

import dev.slipway.model.node.NodeRef;

/**
 * Requests a grant to take a node out; {@code holder} is the workflow that answers for it. The requester does not
 * decide how many may be out.
 */
public record CapacityRequest(String domain, String fleet, NodeRef node, String holder, String runId) {}
