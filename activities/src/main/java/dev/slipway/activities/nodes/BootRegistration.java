package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import java.util.Optional;

/** Checks whether the scheduler of a node has seen it come back under a boot. */
public final class BootRegistration implements Registration {
    private final Schedulers schedulers;

    public BootRegistration(Schedulers schedulers) {
        this.schedulers = schedulers;
    }

    /** Nothing is missing where the scheduler knows nothing of machines. */
    @Override
    public Optional<String> missing(Act act, String bootId) {
        return schedulers.of(act).standing(act).machine().flatMap(machine -> missing(machine, bootId));
    }

    private static Optional<String> missing(SchedulingState.Machine machine, String bootId) {
        if (!machine.bootId().equals(bootId)) {
            return Optional.of("has not registered its boot: the scheduler still sees " + machine.bootId());
        }
        return machine.ready() ? Optional.empty() : Optional.of("is not ready for the scheduler");
    }
}
