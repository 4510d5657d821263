package dev.slipway.activities.kubernetes;

import dev.slipway.activities.spi.Registration;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.Act;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reports what the clusters of fleets have seen of nodes and their boots. {@code others} answers for a scheduler that
 * is no cluster, alone or beside one.
 */
record ClusterRegistration(Config config, KubernetesNodes kubernetes, Registration others) implements Registration {
    @Override
    public Optional<String> missing(Act act, String bootId) {
        if (!watched(act)) {
            return others.missing(act, bootId);
        }
        return inCluster(act, bootId).or(() -> alsoUnderSlurm(act) ? others.missing(act, bootId) : Optional.empty());
    }

    private Optional<String> inCluster(Act act, String bootId) {
        return kubernetes
                .registration(act.node())
                .map(seen -> !seen.bootId().equals(bootId)
                        ? "is known to the cluster under its old boot"
                        : seen.ready() ? "" : "is not Ready")
                .or(() -> Optional.of("is not known to the cluster"))
                .filter(text -> !text.isEmpty());
    }

    @Override
    public Optional<String> lastBoot(Act act) {
        return watched(act) ? kubernetes.registration(act.node()).map(seen -> seen.bootId()) : Optional.empty();
    }

    @Override
    public boolean known(Act act) {
        return !watched(act) || kubernetes.registration(act.node()).isPresent();
    }

    private boolean alsoUnderSlurm(Act act) {
        return scheduled(act, FleetConfig.Scheduler::slurm);
    }

    private boolean watched(Act act) {
        return scheduled(act, FleetConfig.Scheduler::kubernetes);
    }

    private boolean scheduled(Act act, Predicate<FleetConfig.Scheduler> by) {
        return config.fleet(act.fleet())
                .filter(fleet -> by.test(fleet.scheduler()))
                .isPresent();
    }
}
