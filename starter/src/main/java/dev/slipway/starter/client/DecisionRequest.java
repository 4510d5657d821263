package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Is the body of every decision: why, and on whose behalf. */
public record DecisionRequest(
        @Schema(description = Described.WHO, maxLength = Described.LONGEST) @Nullable
        String who,

        @Schema(
                description = Described.REASON,
                maxLength = Described.LONGEST,
                requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable
        String reason) {}
