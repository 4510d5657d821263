package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the NVIDIA driver in the initramfs of the next boot. The list of its files names no version of a module, but
 * the module brings its firmware, whose directory has the version.
 */
final class Initramfs {
    static final String NONE = "no nvidia module";

    private static final Pattern LISTED = Pattern.compile("(?m)^# files ([0-9]{1,7})$");
    private static final Pattern MODULE = Pattern.compile("(?:^|.*[/\\s])nvidia\\.ko(?:\\.(?:xz|zst|gz))?");
    private static final Pattern FIRMWARE =
            Pattern.compile("(?:^|[/\\s])firmware/nvidia/([0-9]{3,4}(?:\\.[0-9]{1,4}){1,3})/");

    private Initramfs() {}

    /**
     * Returns the version, or {@link #NONE}. Unknown if nothing was listed, or the module came without its firmware.
     */
    static Reading<String> parse(String text) {
        Matcher listed = LISTED.matcher(text);
        if (!listed.find() || Integer.parseInt(listed.group(1)) == 0) {
            return Reading.unknown("no list of files: " + Text.shorten(text, 120));
        }
        List<String> lines = Text.lines(text);
        if (lines.stream().noneMatch(line -> MODULE.matcher(line.strip()).matches())) {
            return Reading.of(NONE);
        }
        TreeSet<String> versions = new TreeSet<>();
        lines.forEach(line -> FIRMWARE.matcher(line).results().forEach(m -> versions.add(m.group(1))));
        return versions.isEmpty()
                ? Reading.unknown("it holds an nvidia module without firmware, which alone shows the version")
                : Reading.of(String.join(" | ", versions));
    }
}
