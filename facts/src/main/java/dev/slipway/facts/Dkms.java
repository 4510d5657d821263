package dev.slipway.facts;

import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
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

    /** Returns all lines; unknown as soon as one is not understood. An empty answer means that DKMS has no module. */
    public static Reading<List<Dkms>> parse(String text) {
        List<Dkms> builds = new ArrayList<>();
        for (String line : Text.lines(text)) {
            Matcher matcher = LINE.matcher(line.strip());
            if (matcher.matches()) {
                String kernel = matcher.group(3) == null ? "" : matcher.group(3);
                builds.add(new Dkms(
                        matcher.group(1),
                        matcher.group(2),
                        kernel,
                        matcher.group(4),
                        WARNED.matcher(line).find()));
            } else if (!line.isBlank() && !line.startsWith("Deprecated feature")) {
                return Reading.unknown("not a line of dkms status: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(List.copyOf(builds));
    }
}
