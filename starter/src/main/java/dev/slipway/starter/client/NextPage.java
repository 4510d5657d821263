package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;

/** Describes what comes after a page of a list. */
@Schema(description = "What comes after this page.")
public record NextPage(
        @Schema(description = "How many more there are.") int more,

        @Schema(description = "The path of the next page; empty at the end.")
        String next) {}
