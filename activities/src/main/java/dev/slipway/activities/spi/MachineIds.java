package dev.slipway.activities.spi;

import java.util.Locale;
import java.util.Set;

/**
 * Compares ids of machines: product UUIDs of SMBIOS, machine-ids, boot ids. A board that was never given a product UUID
 * carries a filler, which does not identify the machine.
 */
public final class MachineIds {
    private static final Set<String> FILLERS =
            Set.of("unknown", "03000200040005000006000700080009", "00020003000400050006000700080009");

    private MachineIds() {}

    /** Returns whether {@code id} distinguishes machines. */
    public static boolean known(String id) {
        String plain = plain(id);
        return !FILLERS.contains(plain) && plain.chars().distinct().count() > 1;
    }

    /** Returns whether both are of one machine, independent of case and byte order; never if one is not known. */
    public static boolean same(String one, String other) {
        return known(one)
                && known(other)
                && (plain(one).equals(plain(other)) || plain(swapped(one)).equals(plain(other)));
    }

    /** Returns whether both are known, and of two machines. */
    public static boolean differ(String one, String other) {
        return known(one) && known(other) && !same(one, other);
    }

    /** Removes what differs from one program to the next: case, dashes, and spaces around. */
    private static String plain(String id) {
        return id.strip().toLowerCase(Locale.ROOT).replace("-", "");
    }

    /** SMBIOS writes the first three groups with their bytes the other way round, and not every program turns them. */
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
