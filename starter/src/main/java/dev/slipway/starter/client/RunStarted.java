package dev.slipway.starter.client;

/** Names a run that was started on a node. */
public record RunStarted(
        String cluster, String node, String runbook, String goal, String workflowId, String runId, String link) {}
