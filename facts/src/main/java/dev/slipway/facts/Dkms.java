package dev.slipway.facts;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes one line of {@code dkms status}. {@code kernel} is empty for a module that is only {@code added}; {@code
 * warned} when DKMS adds a warning, e.g. that the built and the installed module differ.
 */
public record Dkms(String module, String version, String kernel, String state, boolean warned) {
    private static final Pattern LINE =
            Pattern.compile("([A-Za-z0-9_.+-]+)(?:/|, )([^,: ]+)(?:, ([^,: ]+))?(?:, [^,: ]+)?: ([a-z-]+)(.*)");

    /** Matches the words of DKMS 3.1 and later for a build that differs from what is installed, without WARNING. */
    private static final Pattern WARNED = Pattern.compile("WARNING|(?i:\\([^()]*\\bdiffer)");

    /** Returns the build that this line names; empty for any other line. */
    public static Optional<Dkms> of(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String kernel = matcher.group(3) == null ? "" : matcher.group(3);
        boolean warned = WARNED.matcher(line).find();
        return Optional.of(new Dkms(matcher.group(1), matcher.group(2), kernel, matcher.group(4), warned));
    }
}
