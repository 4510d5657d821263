package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** States where every node is, from the ledger's rows. */
public record Status(
        @Schema(description = "Whether Temporal answers: answers or away.")
        String temporal,

        List<Fleet> fleets,
        List<Row> rows,
        List<Proposal> proposals) {

    /** Summarises a fleet in numbers. */
    public record Fleet(
            String fleet,
            String cluster,
            int nodes,
            int inService,
            int inRunbooks,
            int held,
            int outByOthers,

            @Schema(description = "How many nodes may be out for us.")
            int budget,

            @Schema(description = "How many nodes are out for us.")
            int used,

            @Schema(description = "The reason of the freeze; empty while there is none.")
            String frozen) {}

    /** Describes a node. */
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

            @Schema(description = "Whether its run has gone on or ended without this row.")
            boolean stale,

            @Schema(description = "What a person can type.") String next) {}

    /** Describes an alert that started nothing, because the policy leaves the decision to a person. */
    public record Proposal(
            String cluster,
            String node,
            String alert,

            @Schema(description = "When the alert came last; its proposal ends a day later, unless it comes again.")
            String at,

            String command) {}
}
