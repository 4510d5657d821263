package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Names a GPU that a person took out and put back: its present node, and when that was done. */
public record ReseatRequest(
        @Schema(description = Described.WHO, maxLength = Described.LONGEST) @Nullable
        String who,

        @Schema(
                description = Described.REASON,
                maxLength = Described.LONGEST,
                requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable
        String reason,

        @Schema(description = "The node that it sits in now. Default: where something last happened to it.") @Nullable
        String node,

        @Schema(description = "When it was done, ISO 8601. Default: now.") @Nullable
        String at) {}
