package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports a drift check: how many members match, and every node that is not clean, in pages. */
public record DriftCheck(
        String id,
        String fleet,

        @Schema(description = "running, clean, differs, or empty: the fleet had no node, and nothing was compared.")
        String status,

        String summary,

        @Schema(
                description = "Members, and how many of them answered, match, drifted, are broken, are reported"
                        + " to a person, or are without facts by reason.")
        Counts counts,

        List<Drifted> nodes,
        @Nullable NextPage rest,
        List<WithoutFacts> unread,
        String propose,
        String link) {

    /** Names a check that was started. */
    @Schema(name = "DriftCheckStarted")
    public record Started(String id, String fleet, String link) {}

    /** Counts members; {@code unread} by reason. */
    @Schema(name = "DriftCounts")
    public record Counts(
            int nodes,
            int answered,
            int matching,
            int drifted,
            int broken,
            int reported,
            Map<String, Integer> unread) {}

    /** Describes a member without facts. */
    @Schema(description = "A member without facts.")
    public record WithoutFacts(
            String node,

            @Schema(allowableValues = {"unreachable", "refused"})
            String answer,

            @Schema(description = "One phrase: timed out, connection refused, host key is not the known one …")
            String reason,

            String said,
            String next) {}

    /** Describes a node that is not clean: what differs in words, and field by field. */
    public record Drifted(
            String node,
            String row,
            String route,
            String title,
            List<String> differences,
            List<FieldDifference> fields) {}

    /** Describes a field: what the node has, and what its baseline requires. */
    public record FieldDifference(
            String field,
            String have,
            String want,

            @Schema(description = "Why the field could not be read; empty where it was.")
            String unknown) {}
}
