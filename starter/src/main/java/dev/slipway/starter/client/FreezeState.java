package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;

/** States whether a fleet is frozen now, and for heat, by whom and why. */
public record FreezeState(
        String fleet,
        boolean frozen,

        @Schema(description = "Whether the freeze that holds is for heat.")
        boolean heat,

        String reason,
        String since) {}
