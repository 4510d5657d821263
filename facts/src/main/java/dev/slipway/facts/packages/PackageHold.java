package dev.slipway.facts.packages;

import dev.slipway.facts.Text;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses a line of {@code apt-mark showhold}: a held package, with its architecture if it is a foreign one. */
public final class PackageHold {
    private static final Pattern NAME = Pattern.compile("^([a-z0-9][a-z0-9+.-]{1,120})(?::[a-z0-9-]{1,40})?$");

    private PackageHold() {}

    /** Returns the name of the package; empty for any other line. */
    public static Optional<String> of(String line) {
        return Text.first(NAME, line.strip());
    }
}
