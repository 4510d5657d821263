package dev.slipway.starter.client;

import dev.slipway.model.Durations;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** States where every node is, from the ledger's rows. */
public record Status(
        @Schema(description = "Whether Temporal answers: answers or away.")
        String temporal,

        List<Fleet> fleets,
        List<Row> rows,

        @Schema(description = "How many old rows were not compared with Temporal, which is asked about at most 20.")
        int uncompared,

        List<Proposal> proposals) {

    /** Stands in {@code temporal} while Temporal does not answer. */
    public static final String AWAY = "away";

    /** Returns what people must know about the whole status; empty while every row was compared with Temporal. */
    public String warning() {
        if (temporal.equals(AWAY)) {
            return "Temporal does not answer; this is the last state in the ledger.";
        }
        return uncompared == 0
                ? ""
                : uncompared
                        + " old rows were not compared with Temporal, which is asked about at most 20; about one more:"
                        + " slipway node show NODE";
    }

    /** Summarises a fleet in numbers. */
    public record Fleet(
            String fleet,
            String cluster,

            @Schema(description = "Null where a selector names the nodes, and nobody has read them.") @Nullable
            Integer nodes,

            @Schema(description = "Null while outByOthers is.") @Nullable
            Integer inService,

            int inRunbooks,
            int held,

            @Schema(description = "Nodes that are out and not by us; null while nobody knows.") @Nullable
            Integer outByOthers,

            @Schema(description = "When the schedulers of the fleet were read last; empty if never.")
            String outReadAt,

            @Schema(description = "Why outByOthers is not known; empty where it is.")
            String outUnknown,

            @Schema(description = "Since when the schedulers cannot be read; empty while they can, or nobody tried.")
            String outUnknownSince,

            @Schema(description = "The last drift check; null if there was none.") @Nullable
            Drift drift,

            @Schema(description = "Nodes that a rollback pinned to another baseline than their fleet's.")
            int pinned,

            @Schema(description = "How many nodes may be out for us; null while nodes is.") @Nullable
            Integer budget,

            @Schema(description = "How many nodes are out for us.")
            int used,

            @Schema(description = "The reason of the freeze; empty while there is none.")
            String frozen) {

        /** Returns, for people, how many nodes there are. */
        public String nodesText() {
            return nodes == null ? "nodes unknown" : nodes + " nodes";
        }

        /** Returns, for people, how much of the budget is used. */
        public String budgetText() {
            return budget == null ? "budget unknown, " + used + " used" : "budget " + used + " of " + budget + " used";
        }

        /** Returns, for people, how many nodes are in service. */
        public String inServiceText() {
            return inService == null ? "in service unknown" : inService + " in service";
        }

        /** Returns, for people, how many nodes are out by others, and how old that is, or why nobody knows. */
        public String outByOthersText(Instant now) {
            if (outByOthers != null) {
                return outByOthers + " out by others, read " + age(outReadAt, now) + " ago";
            }
            return outUnknownSince.isBlank()
                    ? "out by others unknown: " + outUnknown
                    : "out by others unknown since " + age(outUnknownSince, now) + " ago ("
                            + (outReadAt.isBlank() ? "never read" : "read last " + age(outReadAt, now) + " ago")
                            + "): " + outUnknown;
        }

        /** Returns, for people, what the last drift check found and how old it is, and which nodes are pinned. */
        public String driftText(Instant now) {
            String check = drift == null ? "no drift check yet" : drift.text(now);
            return check + (pinned == 0 ? "" : " · " + pinned + " pinned");
        }

        /** Returns whether every node is in service, as its schedulers were read. */
        public boolean everyNodeInService() {
            return nodes != null && nodes.equals(inService);
        }
    }

    private static String age(String at, Instant now) {
        return Durations.words(Duration.between(Instant.parse(at), now));
    }

    /** Counts what the last drift check of a fleet found. */
    public record Drift(
            @Schema(description = "When the check ended.") String at,

            int nodes,
            int matching,
            int drifted,
            int broken,

            @Schema(description = "Nodes that differ and are reported to a person only.")
            int reported,

            @Schema(description = "Nodes that could not be judged.")
            int unknown,

            @Schema(
                    description =
                            "Nodes that a second source does not confirm: it says something else, or could not tell.")
            int unconfirmed) {

        /** Returns whether each node that belonged to the fleet was read and matched its baseline, by the probe. */
        public boolean clean() {
            return drifted + broken + reported + unknown == 0;
        }

        String text(Instant now) {
            String found = Stream.of(
                            clean() ? Optional.of("no difference") : Optional.<String>empty(),
                            count(drifted, "drifted"),
                            count(broken, "broken"),
                            count(reported, "reported"),
                            count(unknown, "unknown"),
                            count(unconfirmed, "not confirmed by the second source"))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
            return "drift check " + age(at, now) + " ago: " + found;
        }

        private static Optional<String> count(int nodes, String word) {
            return nodes == 0 ? Optional.empty() : Optional.of(nodes + " " + word);
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

            @Schema(description = "What a person can type.") String next) {

        /** Returns the same row in another state. */
        public Row as(String state, String why, String next) {
            return new Row(cluster, node, fleet, runbook, state, step, since, why, row, workflowId, link, stale, next);
        }
    }

    /** Describes an alert that started nothing, because the policy leaves the decision to a person. */
    public record Proposal(
            String cluster,
            String node,
            String alert,

            @Schema(description = "When the alert came last; its proposal ends a day later, unless it comes again.")
            String at,

            @Schema(description = "Why it started nothing, and, last, the command to type.")
            String command) {}
}
