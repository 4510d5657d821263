package dev.slipway.model.node;

import dev.slipway.model.Who;
import java.time.Instant;

/**
 * Requests, for a person, to put a held node back into service without proof, and states until when that may last.
 * {@code heldAfter}: whether the node is held again then, if nobody proved it.
 */
public record UnverifiedRelease(NodeRef node, String fleet, Who who, Instant until, boolean heldAfter) {}
