package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Lines of the driver that are known to say nothing of a fault: those of the baselines' files first. */
public record DriverLines(List<Line> lines) {

    /** Describes one line of one baseline; who, reason, node, run and time are empty if it stands in the file. */
    public record Line(
            @Schema(description = "Name of the baseline.") String baseline,
            String line,

            @Schema(description = "gates.knownLines, or the node and the time at which it was accepted.")
            String source,

            String who,
            String reason,
            String node,
            String run,
            String at) {}
}
