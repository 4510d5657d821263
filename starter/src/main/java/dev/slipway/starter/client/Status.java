package dev.slipway.starter.client;

import dev.slipway.model.Durations;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** States where every node is, from the ledger's rows. */
public record Status(
        @Schema(description = "Whether Temporal answers: answers or away.")
        String temporal,

        List<Fleet> fleets,
        List<Row> rows,

        @Schema(description = "How many old rows were not compared with Temporal, which is asked about at most 20.")
        int uncompared,

        List<Proposal> proposals,

        @Schema(description = "Of the 200 newest rollouts those that wait for a person; empty while Temporal is away.")
        List<Waiting> waiting) {

    /** Stands in {@code temporal} while Temporal answers. */
    public static final String ANSWERS = "answers";

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

    /** Returns, for people, what stands in place of the table where it has no row. */
    public String emptyText(Instant now) {
        if (fleets.isEmpty()) {
            return "There is no fleet. Look: slipway config check";
        }
        Optional<Fleet> empty = fleets.stream()
                .filter(fleet -> Integer.valueOf(0).equals(fleet.nodes()))
                .findFirst();
        if (empty.isPresent()) {
            return "Fleet " + empty.get().fleet() + " has no node, as read "
                    + (empty.get().outReadAt().isBlank()
                            ? "never"
                            : age(empty.get().outReadAt(), now) + " ago")
                    + ". See what its clusters answer: slipway doctor";
        }
        if (!fleets.stream().allMatch(Fleet::everyNodeInService)) {
            return "No node is in a runbook or held.";
        }
        String oldest = fleets.stream()
                .map(Fleet::outReadAt)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return "Every node is in service, as read " + age(oldest, now) + " ago or brought back by a run since"
                + checksText();
    }

    private String checksText() {
        if (fleets.stream().anyMatch(fleet -> fleet.drift() == null)) {
            return "; no drift check compared them all with their baselines.";
        }
        return fleets.stream()
                .flatMap(fleet -> Optional.ofNullable(fleet.drift()).flatMap(fleet::doubt).stream())
                .findFirst()
                .orElse(".");
    }

    /** Summarises a fleet in numbers. */
    public record Fleet(
            String fleet,
            String cluster,

            @Schema(description = "Null where a selector names the nodes, and nobody has read them.") @Nullable
            Integer nodes,

            @Schema(description = "Null while outByOthers is.") @Nullable
            Integer inService,

            @Schema(description = "Nodes that nothing shows in service or out; 0 while outByOthers is null.")
            int unknown,

            int inRunbooks,

            @Schema(description = "Of those in runbooks the ones whose run has gone on or ended without their row.")
            int stale,

            int held,

            @Schema(description = "Nodes that are out and not by us; null while nobody knows.") @Nullable
            Integer outByOthers,

            @Schema(description = "Nodes with a row that the fleet no longer has; not counted in any other number.")
            int notInFleet,

            @Schema(description = "When the schedulers of the fleet were read last; empty if never.")
            String outReadAt,

            @Schema(description = "Why outByOthers is not known; empty where it is.")
            String outUnknown,

            @Schema(description = "Since when the schedulers cannot be read; empty while they can, or nobody tried.")
            String outUnknownSince,

            @Schema(description = "The last drift check; null if there was none.") @Nullable
            LastDriftCheck drift,

            @Schema(description = "Nodes that a rollback pinned to another baseline than their fleet's.")
            int pinned,

            @Schema(description = "How many nodes may be out for us; null while nodes is.") @Nullable
            Integer budget,

            @Schema(description = "How many nodes are out that we hold, or that have a run; without outByOthers.")
            int used,

            @Schema(description = "The reason of the freeze; empty while there is none.")
            String frozen) {

        /** Returns, for people, how many nodes there are. */
        public String nodesText() {
            return nodes == null ? "nodes unknown" : nodes + " nodes";
        }

        /** Returns, for people, how much of the budget is used. */
        public String budgetText() {
            if (budget == null) {
                return "budget unknown, " + used + " used";
            }
            if (outByOthers == null) {
                return "budget of " + budget + ": " + used + " used by us, by others unknown";
            }
            return "budget " + (used + outByOthers) + " of " + budget + " used"
                    + (outByOthers == 0 ? "" : ", " + outByOthers + " of them by others");
        }

        /** Returns, for people, how many nodes are in service. */
        public String inServiceText() {
            return inService == null
                    ? "in service unknown"
                    : inService + " in service" + (unknown == 0 ? "" : " · " + unknown + " unknown");
        }

        /** Returns, for people, how many nodes runbooks are at work on. */
        public String inRunbooksText() {
            return inRunbooks + " in runbooks" + (stale == 0 ? "" : " (" + stale + " of them stale)");
        }

        /** Returns for people how many nodes others took out, as of when or why it is unknown, and which are gone. */
        public String outByOthersText(Instant now) {
            String gone = notInFleet == 0 ? "" : " · " + notInFleet + " not in the fleet any more";
            return outText(now) + gone;
        }

        private String outText(Instant now) {
            if (outByOthers != null) {
                return outByOthers + " out by others, read " + age(outReadAt, now) + " ago";
            }
            String since = outUnknownSince.isBlank() ? "" : " since " + age(outUnknownSince, now) + " ago";
            String read = outReadAt.isBlank() ? "never read" : "read last " + age(outReadAt, now) + " ago";
            boolean told = since.isEmpty() && outReadAt.isBlank();
            return "out by others unknown" + since + (told ? "" : " (" + read + ")") + ": " + outUnknown;
        }

        /** Returns, for people, what the last drift check found and how old it is, and which nodes are pinned. */
        public String driftText(Instant now) {
            String check = drift == null ? "no drift check yet" : drift.text(fleet, now);
            return check + (pinned == 0 ? "" : " · " + pinned + " pinned");
        }

        /** Returns the gravest that speaks, after this check, against the sentence that all is well. */
        private Optional<String> doubt(LastDriftCheck check) {
            if (!check.current()) {
                return Optional.of("; the last drift check did not compare them with today's baseline.");
            } else if (!check.clean()) {
                return Optional.of(check.doubt());
            }
            int away = Math.max(pinned, check.pinned());
            return away == 0
                    ? Optional.empty()
                    : Optional.of(
                            ", but " + away + " of " + fleet + " are pinned to another baseline: slipway node pins");
        }

        /** Returns whether every node is in service, as its schedulers were read. */
        public boolean everyNodeInService() {
            return nodes != null && nodes > 0 && nodes.equals(inService);
        }
    }

    static String age(String at, Instant now) {
        return Durations.words(Duration.between(Instant.parse(at), now));
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

        /** Returns the same row since another time, with what a person can type. */
        public Row since(String at, String now) {
            return new Row(cluster, node, fleet, runbook, state, step, at, why, row, workflowId, link, stale, now);
        }

        /** Returns the same row in another state. */
        public Row as(String state, String why, String next) {
            return new Row(cluster, node, fleet, runbook, state, step, since, why, row, workflowId, link, stale, next);
        }
    }

    /** Describes a rollout that goes on only after a person has decided. */
    public record Waiting(
            String change,
            String fleet,

            @Schema(description = "What it waits for, or that no worker reports it.")
            String state,

            @Schema(description = "What a person can type.") String next) {

        /** Returns it for people. */
        public String text() {
            return "rollout " + change + " of " + fleet + ": " + state + "   → " + next;
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
