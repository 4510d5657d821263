package dev.slipway.activities.bmc;

import java.util.Locale;
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
        return productUuid
                .filter(uuid -> !same(uuid, product) && !same(swapped(uuid), product))
                .isPresent();
    }

    private static boolean same(String one, String other) {
        return one.strip().toLowerCase(Locale.ROOT).equals(other.strip().toLowerCase(Locale.ROOT));
    }

    /** SMBIOS writes the first three groups with their bytes the other way round, and not every BMC turns them. */
    private static String swapped(String uuid) {
        String[] groups = uuid.strip().split("-", -1);
        if (groups.length != 5) {
            return uuid;
        }
        for (int i = 0; i < 3; i++) {
            StringBuilder turned = new StringBuilder();
            for (int at = groups[i].length() - 2; at >= 0; at -= 2) {
                turned.append(groups[i], at, at + 2);
            }
            groups[i] = turned.toString();
        }
        return String.join("-", groups);
    }
}
