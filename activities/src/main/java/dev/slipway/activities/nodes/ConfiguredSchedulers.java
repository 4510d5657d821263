package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import java.util.Map;

/** Selects the scheduler of an act's fleet. */
public final class ConfiguredSchedulers implements Schedulers {
    private final Config config;
    private final Map<FleetConfig.Scheduler, NodeScheduler> installed;

    public ConfiguredSchedulers(Config config, Map<FleetConfig.Scheduler, NodeScheduler> installed) {
        this.config = config;
        this.installed = Map.copyOf(installed);
    }

    @Override
    public NodeScheduler of(Act act) {
        FleetConfig fleet = ConfiguredFleets.named(config, act.fleet());
        if (fleet.member(act.node().name())
                .filter(m -> m.role() == FleetConfig.Role.CONTROL_PLANE)
                .isPresent()) {
            throw FailureType.GATE_CLOSED.of(act.node() + " runs the control plane and is never taken out");
        }
        NodeScheduler scheduler = installed.get(fleet.scheduler());
        if (scheduler == null) {
            throw FailureType.GATE_CLOSED.of("Fleet " + fleet.name() + " is scheduled by " + fleet.scheduler()
                    + ", and this worker has no connection to it");
        }
        return scheduler;
    }
}
