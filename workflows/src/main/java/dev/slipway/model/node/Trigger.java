package dev.slipway.model.node;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import java.util.Optional;

/** States why, where and towards what a runbook runs. */
public record Trigger(
        NodeRef node,
        String fleet,
        Reason reason,
        Who who,
        BaselineRef goal,
        Optional<BaselineRef> previous,
        NodePolicy policy,
        Options options,
        Optional<Handover> carried) {

    /**
     * Holds options. {@code adopt}: take over a held node; {@code change}: the rollout this run belongs to; {@code
     * domain}: of capacity; {@code taskQueue}: of the fleet's activities, if it has one.
     */
    public record Options(boolean adopt, Optional<String> change, String domain, Optional<String> taskQueue) {}

    /** Returns the same trigger towards another goal: for a node that is left as it was found. */
    public Trigger towards(BaselineRef other) {
        return new Trigger(node, fleet, reason, who, other, previous, policy, options, carried);
    }

    /** Returns the same trigger, handed to another runbook. */
    public Trigger carrying(Handover next) {
        return new Trigger(node, fleet, reason, who, goal, previous, policy, options, Optional.of(next));
    }
}
