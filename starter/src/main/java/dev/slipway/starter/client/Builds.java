package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Pairs of driver and kernel that do not build: those of {@code known-bad-builds.yaml} first. */
public record Builds(List<Build> builds) {

    /** Describes one pair, and the source of this knowledge; node, run and time are empty if a person recorded it. */
    public record Build(
            String driver,
            @Schema(description = "Empty: both.") String flavour,

            @Schema(description = "A release; * stands for any characters where a person wrote it.")
            String kernel,

            String reason,

            @Schema(description = "known-bad-builds.yaml, or the node and the time of the try.")
            String source,

            String node,
            String run,
            String at) {}
}
