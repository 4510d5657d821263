package dev.slipway.model.node;

import java.time.Instant;

/**
 * Records how a node was found before our cordon. {@code foreign}: somebody else had taken it out; their reason is
 * preserved and the node ends still cordoned.
 */
public record CordonRecord(
        NodeRef node, String ownerToken, String priorState, String priorReason, boolean foreign, Instant since) {}
