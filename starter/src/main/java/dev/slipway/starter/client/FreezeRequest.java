package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Requests a freeze of a fleet. */
public record FreezeRequest(
        @Schema(description = "* is every fleet.", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        String fleet,

        @Schema(
                description = "Also suspends what heats GPUs without changing anything:"
                        + " dcgmi diag of level 2 and up, nccl-tests, smoke jobs.")
        @Nullable
        Boolean heat,

        @Schema(description = Described.WHO, maxLength = Described.LONGEST) @Nullable
        String who,

        @Schema(
                description = Described.REASON,
                maxLength = Described.LONGEST,
                requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable
        String reason) {}
