package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Pairs of driver and kernel that do not build: those of {@code builds.yaml} first. */
public record Builds(List<Build> builds) {

    /** One pair, and from where it is known; node, run and time are empty where a person wrote it. */
    public record Build(
            String driver,
            @Schema(description = "Empty: both.") String flavour,

            @Schema(description = "A release; * stands for any characters where a person wrote it.")
            String kernel,

            String reason,

            @Schema(description = "builds.yaml, or the node and the time of the try.")
            String source,

            String node,
            String run,
            String at) {}
}
