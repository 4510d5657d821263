package dev.slipway.facts.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code systemctl list-units} and {@code list-unit-files}: one unit per line. */
final class UnitList {
    private static final String UNIT =
            "(\\S+\\.(?:service|socket|target|timer|mount|path|slice|scope|device|swap|automount))";
    private static final Pattern LOADED = Pattern.compile("(?:[●*×○↻x] ?|  ?)?" + UNIT
            + " +(loaded|not-found|masked|error|bad-setting|stub|merged) +(active|inactive|failed|activating"
            + "|deactivating|reloading|maintenance)"
            + " +(\\S+)(?: +(.*))?");
    private static final Pattern FILE = Pattern.compile(UNIT
            + " +(enabled|disabled|static|masked|alias|indirect|generated|linked|transient|enabled-runtime"
            + "|masked-runtime|bad)(?: +(\\S+))?");
    private static final Pattern AROUND =
            Pattern.compile("\\s*(UNIT( FILE)?\\s.*|LOAD +=.*|Legend: .*|ACTIVE +=.*|SUB +=.*|[0-9]+ (loaded units"
                    + "|unit files) listed.*|To show all.*|Pass --all.*)");

    private UnitList() {}

    static boolean recognises(String text) {
        return text.lines()
                .limit(2_000)
                .anyMatch(line ->
                        LOADED.matcher(line).matches() || FILE.matcher(line).matches());
    }

    static ToolReport<?> parse(Output output) {
        Findings found = new Findings("systemctl list");
        for (Output.Line line : output.written()) {
            Matcher loaded = LOADED.matcher(line.text());
            Matcher file = FILE.matcher(line.text());
            if (loaded.matches()) {
                ObjectNode unit = unit(found, loaded.group(1)).put("loaded", loaded.group(2));
                unit.put("active", loaded.group(3)).put("sub", loaded.group(4));
                Optional.ofNullable(loaded.group(5)).ifPresent(text -> unit.put("description", text.strip()));
                if (loaded.group(3).equals("failed")) {
                    found.verdict(ToolVerdict.FAIL, loaded.group(1) + " failed");
                }
            } else if (file.matches()) {
                ObjectNode unit = unit(found, file.group(1)).put("enabled", file.group(2));
                Optional.ofNullable(file.group(3)).ifPresent(preset -> unit.put("preset", preset));
            } else if (!AROUND.matcher(line.text()).matches()) {
                found.unparsed(line);
            }
        }
        return found.of(output);
    }

    private static ObjectNode unit(Findings found, String name) {
        return found.facts().withArray("units").addObject().put("unit", name);
    }
}
