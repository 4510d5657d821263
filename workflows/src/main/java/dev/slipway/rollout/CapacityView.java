package dev.slipway.rollout;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.facts.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows the budget as a table: how many nodes may be out, which are granted, which are out without a grant, and who
 * waits. The limit and who is out are read only while somebody waits. Before the first reading the limit is null, and
 * who is out unknown.
 */
public record CapacityView(
        @Nullable Integer limit,
        List<Grant> granted,
        Reading<OutNodes> outWithoutGrant,
        List<CapacityRequest> waiting) {

    /** Accepts the view of an older worker, whose list of nodes held ours too: nothing is known from it. */
    public CapacityView {
        outWithoutGrant = Objects.requireNonNullElseGet(
                outWithoutGrant, () -> Reading.unknown("its worker is of an older version"));
    }

    /**
     * Names the nodes that their schedulers showed as out at that time, without those of a grant: others took them out,
     * or we hold them.
     */
    public record OutNodes(Instant readAt, List<String> nodes) {

        /** Returns the same reading without some nodes. */
        public OutNodes without(Set<String> ours) {
            return new OutNodes(
                    readAt, nodes.stream().filter(node -> !ours.contains(node)).toList());
        }
    }
}
