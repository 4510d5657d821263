package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Requests a runbook on a node. */
public record RunRequest(
        @Schema(
                description = "The name of the runbook, such as image-drift.",
                requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable
        String runbook,

        @Schema(description = "The node, or cluster/node.", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        String node,

        @Schema(description = Described.REASON_UNLESS_DRY_RUN, maxLength = Described.LONGEST) @Nullable
        String reason,

        @Schema(description = Described.WHO, maxLength = Described.LONGEST) @Nullable
        String who,

        @Schema(description = "Only say what the run would do.") @Nullable
        Boolean dryRun,

        @Schema(description = "Take over a node that is held.") @Nullable
        Boolean adopt) {}
