package dev.slipway.facts;

import java.util.Locale;

/**
 * Converts PCI addresses to one form, {@code 0000:5d:00.0}: tools print the domain with four or eight digits, or leave
 * parts out.
 */
public final class Pci {
    private Pci() {}

    /** Returns the address in lower case with domain and function; other text is returned unchanged. */
    public static String address(String printed) {
        String address = printed.strip().toLowerCase(Locale.ROOT);
        if (address.matches("[0-9a-f]{8}:.*")) {
            address = address.startsWith("0000") ? address.substring(4) : address;
        } else if (address.matches("[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]")) {
            address = "0000:" + address;
        }
        return address.matches("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}") ? address + ".0" : address;
    }
}
