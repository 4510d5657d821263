package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;

/** Is the body of every error, problem details of RFC 9457: what is wrong, and what to do about it. */
@Schema(name = "Problem")
public record ApiError(
        @Schema(description = "The phrase of the status.", requiredMode = Schema.RequiredMode.REQUIRED)
        String title,

        @Schema(requiredMode = Schema.RequiredMode.REQUIRED) int status,

        @Schema(description = "What is wrong.", requiredMode = Schema.RequiredMode.REQUIRED)
        String detail,

        @Schema(description = "The path that was asked for.")
        String instance,

        @Schema(description = "What to do about it.", requiredMode = Schema.RequiredMode.REQUIRED)
        String next) {}
