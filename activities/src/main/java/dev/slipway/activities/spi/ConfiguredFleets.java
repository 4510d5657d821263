package dev.slipway.activities.spi;

import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.FailureType;

/** Finds the fleet of a run, which may have left the configuration since the run began. */
public final class ConfiguredFleets {
    private ConfiguredFleets() {}

    /** Returns the fleet {@code name}. Fails with GATE_CLOSED where the configuration has none of that name. */
    public static FleetConfig named(Config config, String name) {
        return config.fleet(name).orElseThrow(() -> FailureType.GATE_CLOSED.of(missing(name)));
    }

    /** Returns the reason to give where the configuration has no fleet {@code name}. */
    public static String missing(String name) {
        return "Fleet " + name + " is not in the configuration: add it again and restart the worker";
    }
}
