package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Names a fleet to compare with its baselines. */
public record DriftCheckRequest(
        @Schema(description = "The only fleet where it is left out.") @Nullable
        String fleet) {}
