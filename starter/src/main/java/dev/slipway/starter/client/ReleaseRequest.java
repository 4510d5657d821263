package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Requests a release of a held node without proof, and states until when it is valid. */
public record ReleaseRequest(
        @Schema(description = Described.WHO, maxLength = Described.LONGEST) @Nullable
        String who,

        @Schema(
                description = Described.REASON,
                maxLength = Described.LONGEST,
                requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable
        String reason,

        @Schema(description = "When the override ends, ISO 8601.", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable
        String until) {}
