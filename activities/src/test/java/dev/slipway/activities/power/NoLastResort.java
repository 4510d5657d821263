package dev.slipway.activities.power;

import dev.slipway.activities.spi.PowerCycler;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import java.util.Optional;

/** Nodes that nobody can help but by going there. */
final class NoLastResort implements PowerCycler {
    @Override
    public String cycle(Act act, String leavingBootId) {
        throw FailureType.STEP_FAILED.of("not power-cycled: no BMC is configured for it");
    }

    @Override
    public Optional<String> resume(Act act) {
        return Optional.empty();
    }
}
