package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.KernelState.Offered;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the packages with a compiled module of the driver that apt or dnf offer. dnf's packages name their driver,
 * apt's only depend on the driver's package.
 */
final class OfferedModules {
    private static final Pattern UBUNTU = Pattern.compile("linux-modules-nvidia-[0-9a-z.+-]+");
    private static final Pattern RHEL =
            Pattern.compile("(kmod-nvidia-(?:[a-z]+-)*([0-9]+(?:\\.[0-9]+)+)-\\S+) ([0-9]\\S*)");
    private static final Pattern DRIVER =
            Pattern.compile("nvidia-kernel-common-[0-9a-z-]+ \\(>?= (?:[0-9]+:)?([0-9]+(?:\\.[0-9]+)+)[^)]*\\)");
    private static final Pattern FIELD = Pattern.compile("(Package|Version|Depends): (.*)");

    private OfferedModules() {}

    static Reading<List<Offered>> parse(String text) {
        List<String> lines = Text.lines(text);
        String tool = lines.isEmpty() ? "" : lines.getFirst();
        List<String> rest = lines.isEmpty() ? List.of() : lines.subList(1, lines.size());
        return switch (tool) {
            case "# apt" -> apt(rest);
            case "# dnf" -> dnf(rest);
            default -> Reading.unknown("not what apt or dnf offers: " + Text.shorten(text, 80));
        };
    }

    private static Reading<List<Offered>> apt(List<String> lines) {
        List<Map<String, String>> stanzas = new ArrayList<>();
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            if (line.isBlank()) {
                continue;
            }
            boolean begins = line.startsWith("Package: ");
            if (!field.matches() || (stanzas.isEmpty() && !begins)) {
                return Reading.unknown("not a field of a package: " + Text.shorten(line, 80));
            }
            if (begins) {
                stanzas.add(new LinkedHashMap<>());
            }
            stanzas.getLast().put(field.group(1), field.group(2).strip());
        }
        List<Offered> offered = new ArrayList<>();
        for (Map<String, String> stanza : stanzas) {
            String name = stanza.getOrDefault("Package", "");
            String version = stanza.getOrDefault("Version", "");
            if (!UBUNTU.matcher(name).matches() || version.isEmpty()) {
                return Reading.unknown("not a package with a module: " + Text.shorten(name + " " + version, 80));
            }
            Matcher driver = DRIVER.matcher(stanza.getOrDefault("Depends", ""));
            offered.add(new Offered(name, version, driver.find() ? driver.group(1) : ""));
        }
        return Reading.of(List.copyOf(offered));
    }

    private static Reading<List<Offered>> dnf(List<String> lines) {
        List<Offered> offered = new ArrayList<>();
        for (String line : lines) {
            Matcher row = RHEL.matcher(line.strip());
            if (line.isBlank()) {
                continue;
            }
            if (!row.matches()) {
                return Reading.unknown("not a package with a module: " + Text.shorten(line, 80));
            }
            offered.add(new Offered(row.group(1), row.group(3), row.group(2)));
        }
        return Reading.of(List.copyOf(offered));
    }
}
