package dev.slipway.model.node;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds the present state of a node as tables show it: one row per node, written by the run that acts; {@code runId} is
 * the first run's.
 */
public record NodeNote(
        NodeRef node,
        String fleet,
        String runbook,
        NodeState state,
        String step,
        String why,
        String workflowId,
        String runId,
        Instant at,
        Optional<String> row) {}
