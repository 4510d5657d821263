package dev.slipway.starter.client;

import dev.slipway.model.Durations;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** States where every node is, from the ledger's rows. */
public record Status(
        @Schema(description = "Whether Temporal answers: answers or away.")
        String temporal,

        List<Fleet> fleets,
        List<Row> rows,
        List<Proposal> proposals) {

    /** Stands in {@code temporal} while Temporal does not answer. */
    public static final String AWAY = "away";

    /** Returns what people must know about the whole status; empty while Temporal answers. */
    public String warning() {
        return temporal.equals(AWAY) ? "Temporal does not answer; this is the last state in the ledger." : "";
    }

    /** Summarises a fleet in numbers. */
    public record Fleet(
            String fleet,
            String cluster,
            int nodes,

            @Schema(description = "Null while outByOthers is.") @Nullable
            Integer inService,

            int inRunbooks,
            int held,

            @Schema(description = "Nodes that are out and not by us; null while nobody knows.") @Nullable
            Integer outByOthers,

            @Schema(description = "When outByOthers was read; empty while nobody knows it.")
            String outReadAt,

            @Schema(description = "Why outByOthers is not known; empty where it is.")
            String outUnknown,

            @Schema(description = "How many nodes may be out for us.")
            int budget,

            @Schema(description = "How many nodes are out for us.")
            int used,

            @Schema(description = "The reason of the freeze; empty while there is none.")
            String frozen) {

        /** Returns, for people, how many nodes are in service. */
        public String inServiceText() {
            return inService == null ? "in service unknown" : inService + " in service";
        }

        /** Returns, for people, how many nodes are out by others, and how old that is, or why nobody knows. */
        public String outByOthersText(Instant now) {
            return outByOthers == null
                    ? "out by others unknown: " + outUnknown
                    : outByOthers + " out by others" + (outReadAt.isBlank() ? "" : ", read " + age(now) + " ago");
        }

        private String age(Instant now) {
            return Durations.words(Duration.between(Instant.parse(outReadAt), now));
        }
    }

    /** Describes a node. */
    public record Row(
            String cluster,
            String node,
            String fleet,
            String runbook,
            String state,
            String step,
            String since,
            String why,
            String row,
            String workflowId,
            String link,

            @Schema(description = "Whether its run has gone on or ended without this row.")
            boolean stale,

            @Schema(description = "What a person can type.") String next) {}

    /** Describes an alert that started nothing, because the policy leaves the decision to a person. */
    public record Proposal(
            String cluster,
            String node,
            String alert,

            @Schema(description = "When the alert came last; its proposal ends a day later, unless it comes again.")
            String at,

            String command) {}
}
