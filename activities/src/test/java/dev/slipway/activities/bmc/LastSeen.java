package dev.slipway.activities.bmc;

import dev.slipway.activities.spi.Registration;
import dev.slipway.model.Act;
import java.util.Optional;
import java.util.function.Supplier;

/** A cluster in which nothing is missing, and which saw the node last under {@code boot}. */
public record LastSeen(Supplier<Optional<String>> boot) implements Registration {
    @Override
    public Optional<String> missing(Act act, String bootId) {
        return Optional.empty();
    }

    @Override
    public Optional<String> lastBoot(Act act) {
        return boot.get();
    }
}
