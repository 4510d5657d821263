package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Requests a rollout planned from a drift check. */
public record RolloutRequest(
        @Schema(description = "The drift check.", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        String from,

        @Schema(description = "The name of the rollout. Default: from the check.") @Nullable
        String change,

        @Schema(description = Described.WHO, maxLength = Described.LONGEST) @Nullable
        String who,

        @Schema(description = Described.REASON_UNLESS_DRY_RUN, maxLength = Described.LONGEST) @Nullable
        String reason,

        @Schema(description = "Only say what the rollout would do.") @Nullable
        Boolean dryRun,

        @Schema(description = "Whether a drift check requests it, and not a person.") @Nullable
        Boolean byItself) {}
