package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists rollouts, newest first, in pages. */
public record RolloutList(List<Line> rollouts, @Nullable NextPage rest) {

    /** Describes one rollout. */
    @Schema(name = "RolloutLine")
    public record Line(
            String change,
            String fleet,
            int nodes,

            @Schema(description = "Where it is; unknown while Temporal does not answer.")
            String status,

            @Schema(description = "When its plan was made.") String plannedAt,
            String who,
            String why,
            String link) {}
}
