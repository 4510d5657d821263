package dev.slipway.worker;

import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.activities.nodes.Registered;
import dev.slipway.config.Config;
import dev.slipway.model.Act;
import java.util.Optional;

/** What schedulers have seen of nodes and their boots. A node that nothing schedules lacks nothing there. */
record ClusterSight(Config config, KubernetesNodes kubernetes, Registered others) {

    /** What the cluster has not seen yet of a node's new boot. */
    Optional<String> missing(Act act, String bootId) {
        return !watched(act)
                ? others.missing(act, bootId)
                : kubernetes
                        .registration(act.node())
                        .map(seen -> !seen.bootId().equals(bootId)
                                ? "is known to the cluster under its old boot"
                                : seen.ready() ? "" : "is not Ready")
                        .or(() -> Optional.of("is not known to the cluster"))
                        .filter(text -> !text.isEmpty())
                        .or(() -> alsoUnderSlurm(act) ? others.missing(act, bootId) : Optional.empty());
    }

    /** The boot under which the cluster saw the node last. */
    Optional<String> lastBoot(Act act) {
        return watched(act) ? kubernetes.registration(act.node()).map(seen -> seen.bootId()) : Optional.empty();
    }

    boolean known(Act act) {
        return !watched(act) || kubernetes.registration(act.node()).isPresent();
    }

    private boolean alsoUnderSlurm(Act act) {
        return config.fleet(act.fleet())
                .filter(fleet -> fleet.scheduler().slurm())
                .isPresent();
    }

    private boolean watched(Act act) {
        return config.fleet(act.fleet())
                .filter(fleet -> fleet.scheduler().kubernetes())
                .isPresent();
    }
}
