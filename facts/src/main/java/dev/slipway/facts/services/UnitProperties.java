package dev.slipway.facts.services;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code systemctl show}: the properties of each unit by their names, the first if one occurs twice. An empty
 * line separates units; the report names a unit without {@code ActiveState}.
 */
public final class UnitProperties {
    private static final Pattern PROPERTY = Pattern.compile("([A-Za-z][A-Za-z0-9]*)=(.*)");

    private static final Pattern NO_UNIT = Pattern.compile("^Unit (\\S+) could not be found");

    private UnitProperties() {}

    /** Returns the same for an output that is all that the command printed. */
    public static ToolReport<List<Map<String, String>>> parse(String text) {
        return parse(Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.of(0)));
    }

    /** Returns the properties of each unit. */
    public static ToolReport<List<Map<String, String>>> parse(Output output) {
        Findings found = new Findings("systemctl show");
        List<Map<String, String>> units = new ArrayList<>();
        boolean gap = true;
        for (Output.Line line : output.lines()) {
            Matcher property = PROPERTY.matcher(line.text());
            if (line.blank()) {
                gap = true;
            } else if (property.matches()) {
                if (gap) {
                    units.add(new LinkedHashMap<>());
                }
                gap = false;
                units.getLast().putIfAbsent(property.group(1), property.group(2).stripTrailing());
            } else {
                found.unparsed(line);
                Text.first(NO_UNIT, line.text())
                        .ifPresent(unit -> found.verdict(ToolVerdict.FAIL, "there is no unit " + unit));
            }
        }
        for (Map<String, String> unit : units) {
            unit.forEach(found.facts().withArray("units").addObject()::put);
            weigh(found, unit);
        }
        return found.of(output, List.copyOf(units));
    }

    private static void weigh(Findings found, Map<String, String> unit) {
        String name = unit.getOrDefault("Id", "?");
        switch (unit.getOrDefault("ActiveState", "")) {
            case "" -> found.because(name + ": ActiveState is not in the output");
            case "failed" -> found.verdict(ToolVerdict.FAIL, name + " failed");
            default -> {
                // This parser does not state what a unit must be.
            }
        }
    }
}
