package dev.slipway.starter.api;

import java.util.List;

/** What {@code GET /api/v1/status} answers. Rows come from the ledger; {@code temporal} is {@code answers} or {@code away}. */
public record Status(String temporal, List<Fleet> fleets, List<Row> rows, List<Proposal> proposals) {

    /** A fleet in numbers. {@code used} of {@code budget} nodes are out for us; {@code frozen} is the reason, or empty. */
    public record Fleet(
            String fleet,
            String cluster,
            int nodes,
            int inService,
            int inRunbooks,
            int held,
            int outByOthers,
            int budget,
            int used,
            String frozen) {}

    /** A node. {@code stale}: its run has gone on or ended without this row; {@code next}: what a person can type. */
    public record Row(
            String cluster,
            String node,
            String fleet,
            String runbook,
            String state,
            String step,
            String since,
            String why,
            String row,
            String workflowId,
            String link,
            boolean stale,
            String next) {}

    /** An alert that started nothing, because policy wants a person to decide. */
    public record Proposal(String cluster, String node, String alert, String at, String command) {}
}
