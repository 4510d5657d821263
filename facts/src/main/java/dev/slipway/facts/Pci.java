package dev.slipway.facts;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts PCI addresses to one form, {@code 0000:5d:00.0}: tools print the domain with four or eight digits, or leave
 * parts out.
 */
public final class Pci {
    private static final Pattern LONG = Pattern.compile("[0-9a-f]{8}:");
    private static final Pattern SHORT = Pattern.compile("[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    private static final Pattern WHOLE_DEVICE = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}");

    private Pci() {}

    /** Returns the address in lower case with domain and function; other text is returned unchanged. */
    public static String address(String printed) {
        String address = printed.strip().toLowerCase(Locale.ROOT);
        if (LONG.matcher(address).lookingAt()) {
            address = address.startsWith("0000") ? address.substring(4) : address;
        } else if (SHORT.matcher(address).matches()) {
            address = "0000:" + address;
        }
        return WHOLE_DEVICE.matcher(address).matches() ? address + ".0" : address;
    }
}
