package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.model.Act;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Defines how a drain sees its node. In between it believes the watch that all drains share. Its start and its proof
 * come from the API server itself, and so does a reading now and then, against a watch that is silent without having
 * ended.
 */
final class NodePods {
    private final Act act;
    private final ClusterWatch watch;
    private final PodsOnNode pods;
    private final Runnable underOurCordon;
    private final ActivityClock clock;
    private Instant asked = Instant.EPOCH;

    /**
     * Takes {@code underOurCordon}, which reads the API server, has just been run, and fails if the cordon is not ours.
     */
    NodePods(Act act, ClusterApi api, ClusterWatch watch, Runnable underOurCordon, ActivityClock clock) {
        this.act = act;
        this.watch = watch;
        this.pods = new PodsOnNode(api, act.node().name());
        this.underOurCordon = underOurCordon;
        this.clock = clock;
    }

    /** Holds what is on the node; {@code proof} is what allows conclusions: a reading of the API server. */
    record Found(List<DrainablePod> occupants, Optional<PodsOnNode.Listed> proof) {}

    Act act() {
        return act;
    }

    /** Asks the API server. */
    Found asked() {
        asked = clock.instant();
        PodsOnNode.Listed listed = pods.now();
        return new Found(listed.occupants(), Optional.of(listed));
    }

    /** Returns a second reading that is at least as new as {@code first}. */
    Found askedAgain(PodsOnNode.Listed first) {
        PodsOnNode.Listed listed = pods.again(first);
        return new Found(listed.occupants(), Optional.of(listed));
    }

    /**
     * Returns what the watch shows, which costs nothing. Reads the cordon and then the pods from the API server if that
     * was not done for long.
     */
    Found find() {
        watch.mustGoOn(clock.scaled(DrainTiming.LOOK));
        if (clock.passed(asked.plus(clock.scaled(DrainTiming.SAFETY)))) {
            underOurCordon.run();
            return asked();
        }
        if (!watch.cordonedBy(act.token(), act.node().name())) {
            underOurCordon.run();
        }
        return new Found(watch.podsOn(act.node().name()), Optional.empty());
    }

    /** Fails if the cordon is not ours, by the API server. */
    void mustBeOurs() {
        underOurCordon.run();
    }

    ClusterWatch watch() {
        return watch;
    }
}
