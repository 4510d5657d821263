package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** Lists the nodes that a rollback pinned to another baseline than their fleet's. */
public record Pins(List<Pin> pins) {

    /** Describes one pin that holds now. */
    public record Pin(
            String cluster,
            String node,
            String fleet,

            @Schema(description = "The baseline that the next run goes towards.")
            String baseline,

            @Schema(description = "The one that failed on the node.")
            String failed,

            @Schema(description = "When the run that failed pinned it.")
            String since,

            String reason) {}
}
