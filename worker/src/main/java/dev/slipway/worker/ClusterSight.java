package dev.slipway.worker;

import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.Act;
import java.util.Optional;

/** What clusters have seen of nodes and their boots. A node that is in no Kubernetes cluster lacks nothing there. */
record ClusterSight(Config config, KubernetesNodes kubernetes) {

    /** What the cluster has not seen yet of a node's new boot. */
    Optional<String> missing(Act act, String bootId) {
        return !watched(act)
                ? Optional.empty()
                : kubernetes
                        .registration(act.node())
                        .map(seen -> !seen.bootId().equals(bootId)
                                ? "is known to the cluster under its old boot"
                                : seen.ready() ? "" : "is not Ready")
                        .or(() -> Optional.of("is not known to the cluster"))
                        .filter(text -> !text.isEmpty());
    }

    /** The boot under which the cluster saw the node last. */
    Optional<String> lastBoot(Act act) {
        return watched(act) ? kubernetes.registration(act.node()).map(seen -> seen.bootId()) : Optional.empty();
    }

    boolean known(Act act) {
        return !watched(act) || kubernetes.registration(act.node()).isPresent();
    }

    private boolean watched(Act act) {
        return config.fleet(act.fleet())
                .filter(fleet -> fleet.scheduler() == FleetConfig.Scheduler.KUBERNETES)
                .isPresent();
    }
}
