package dev.slipway.starter.client;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts what the last drift check of a fleet found. */
@Schema(name = "Drift")
public record LastDriftCheck(
        @Schema(description = "When the check ended.") String at,

        int nodes,
        int matching,
        int drifted,
        int broken,

        @Schema(description = "Nodes that differ and are reported to a person only.")
        int reported,

        @Schema(description = "Nodes that could not be judged.")
        int unknown,

        @Schema(description = "Nodes that a second source does not confirm: it differs, or could not be read.")
        int unconfirmed,

        @Schema(
                description =
                        "Of the matching nodes those that a rollback pinned to another baseline, which they match.")
        int pinned,

        @Schema(description = "The baseline that it compared with; empty if its report does not say it.")
        String baseline,

        @Schema(description = "The baseline that the fleet is to be at now.")
        String goal) {

    /**
     * Returns whether each node of the fleet was read and matches, by the probe, what it was compared with: its pin, or
     * the baseline of today.
     */
    public boolean clean() {
        return nodes > 0 && current() && drifted + broken + reported + unknown == 0;
    }

    /** Returns whether it compared with the baseline that the fleet is to be at now. */
    public boolean current() {
        return !baseline.isEmpty() && baseline.equals(goal);
    }

    /** Returns, for people, why a check that is not clean does not say that all is well. */
    String doubt() {
        if (nodes == 0) {
            return "; the last drift check compared no node.";
        }
        return drifted + broken + reported > 0
                ? ", and the last drift check found that some differ."
                : "; the last drift check could not judge " + unknown + " of " + nodes + " nodes.";
    }

    String text(String fleet, Instant now) {
        String found = Stream.of(
                        nodes == 0 ? Optional.of("nothing compared, the fleet had no node") : none(),
                        clean() ? Optional.of("no difference") : none(),
                        count(drifted, "drifted"),
                        count(broken, "broken"),
                        count(reported, "reported"),
                        count(unknown, "unknown"),
                        count(pinned, "compared with their pin"),
                        count(unconfirmed, "not confirmed by the second source"),
                        current() ? none() : Optional.of(compared(fleet)))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        String with = current() ? " with " + baseline : "";
        return "drift check" + with + " " + Status.age(at, now) + " ago: " + found;
    }

    private String compared(String fleet) {
        return "compared with " + (baseline.isEmpty() ? "a baseline that it does not name" : baseline)
                + ", the fleet is to be at " + goal + " now: slipway drift check --fleet " + fleet;
    }

    private static Optional<String> none() {
        return Optional.empty();
    }

    private static Optional<String> count(int nodes, String word) {
        return nodes == 0 ? Optional.empty() : Optional.of(nodes + " " + word);
    }
}
