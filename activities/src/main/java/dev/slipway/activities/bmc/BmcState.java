package dev.slipway.activities.bmc;

import dev.slipway.activities.spi.MachineIds;
import java.util.Optional;
import java.util.Set;

/**
 * What a BMC says of its machine at one moment: its power, what the BMC offers to do to it, and the product UUID of the
 * machine where it gives one. {@code says} is one line for a person.
 */
public record BmcState(PowerState power, Set<PowerAction> offers, Optional<String> productUuid, String says) {
    public BmcState {
        offers = Set.copyOf(offers);
    }

    /** Whether a hung machine can be brought back with what is offered. */
    public boolean canCycle() {
        return canBeReadBack() || offers.contains(PowerAction.CYCLE);
    }

    /** Whether off and on are offered apart, so that each can be read back. */
    public boolean canBeReadBack() {
        return offers.contains(PowerAction.OFF) && offers.contains(PowerAction.ON);
    }

    /** Whether the BMC names another machine than {@code product}; one that names none says nothing. */
    public boolean anotherThan(String product) {
        return productUuid.filter(uuid -> MachineIds.differ(uuid, product)).isPresent();
    }
}
