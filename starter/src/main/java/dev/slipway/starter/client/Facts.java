package dev.slipway.starter.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the facts of a node, each with its value, or why it is unknown, and its source. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Facts(
        String cluster,
        String node,
        @Schema(format = "date-time") String collectedAt,
        int known,
        int unknown,
        List<Fact> facts,

        @Schema(description = "The same facts as the ledger stores them; slipway facts diff reads them.")
        Map<String, Object> record,

        @Schema(hidden = true) @Nullable Map<String, String> files) {

    /** Describes one fact. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Fact(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
            String name,

            @Nullable String value,

            @Schema(description = "Why the fact is unknown; stands in place of value.") @Nullable
            String error,

            @Nullable String unit,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
            Source source) {}

    /** Names the section of the probe and the tool of a fact, and the file if it was read from one. */
    @Schema(name = "FactSource")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Source(
            String section,
            String tool,
            @Schema(hidden = true) @Nullable String file) {}
}
