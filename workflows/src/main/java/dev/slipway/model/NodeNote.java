package dev.slipway.model;

import java.time.Instant;
import java.util.Optional;

/** The present state of a node as tables show it: one row a node, written by whoever acts. */
public record NodeNote(
        NodeRef node,
        String fleet,
        String runbook,
        NodeState state,
        String step,
        String why,
        String workflowId,
        Instant at,
        Optional<String> row) {}
