package dev.slipway.starter.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the facts of every node of a fleet as they were last stored. */
public record FleetFacts(
        String fleet,
        List<Node> nodes,

        @Schema(description = "Nodes that were never read, or of which a part is unknown.")
        int unread) {

    /** Describes one node; its facts are included if {@code full} was requested. */
    @Schema(name = "FleetFactsNode")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Node(
            String cluster,
            String node,

            @Schema(description = "Empty while nobody has read it.")
            String collectedAt,

            @Nullable Integer known,
            @Nullable Integer unknown,
            @Nullable List<Facts.Fact> facts,
            @Nullable Map<String, Object> record,
            String summary,
            @Nullable List<String> unknownParts) {}
}
