package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** States where a rollout is; its nodes are in pages. */
public record Rollout(
        String change,
        String status,
        String why,

        @Schema(description = "How many nodes ended by each outcome.")
        Map<String, Integer> outcomes,

        @Schema(description = "Who let it begin.") List<String> approvals,

        List<String> problems,
        int size,
        List<Node> nodes,
        @Nullable NextPage rest,
        String link) {

    /** Describes a node of a rollout by its row in the ledger since the plan was made. */
    @Schema(name = "RolloutNode")
    public record Node(
            String node,

            @Schema(
                    description =
                            "Of its latest run since the plan was made; else planned, or untouched once it closed.")
            String state,

            String row,
            String why,

            @Schema(description = "How its run of this rollout ended; empty while none has.")
            String outcome,

            @Schema(description = "This rollout neither brought it to its goal nor found it there, as far as is known.")
            boolean leftBehind) {}

    /** Describes a rollout as it was planned or started. */
    @Schema(name = "RolloutPlan")
    public record Plan(
            String change,
            String status,
            String goal,
            List<PlannedNode> nodes,

            @Schema(description = "Nodes of the check that it leaves out.")
            List<String> left,

            @Schema(description = "Those of the canary, for a dry run.")
            List<String> commands,

            @Schema(description = "What the policy lets a drain destroy, a sentence each.")
            List<String> losses,

            String link) {}

    /** Describes a node of the plan. */
    public record PlannedNode(
            @Schema(description = "1 is the canary.") int wave, String node, String row, String what) {}

    /** Holds the rollout's answer to a decision. */
    @Schema(name = "RolloutAnswer")
    public record Answer(String change, String answer) {}
}
