package dev.slipway.activities.bmc;

import dev.slipway.activities.spi.MachineIds;
import java.util.Optional;
import java.util.Set;

/**
 * Describes what a BMC reports about its machine at one moment: its power, the actions that it offers, and the product
 * UUID of the machine if it has one. {@code says} is one line for a person.
 */
public record BmcState(PowerState power, Set<PowerAction> offers, Optional<String> productUuid, String says) {
    public BmcState {
        offers = Set.copyOf(offers);
    }

    /** Returns whether a hung machine can be restarted with the offered actions. */
    public boolean canCycle() {
        return canBeReadBack() || offers.contains(PowerAction.CYCLE);
    }

    /** Returns whether off and on are offered separately, so that each can be read back. */
    public boolean canBeReadBack() {
        return offers.contains(PowerAction.OFF) && offers.contains(PowerAction.ON);
    }

    /** Returns whether the BMC names another machine than {@code product}; a BMC without a UUID names none. */
    public boolean anotherThan(String product) {
        return productUuid.filter(uuid -> MachineIds.differ(uuid, product)).isPresent();
    }
}
