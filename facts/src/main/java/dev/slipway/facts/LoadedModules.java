package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of all loaded kernel modules as {@code lsmod} lists them. */
final class LoadedModules {
    private static final Pattern HEAD = Pattern.compile("Module\\s+Size\\s+Used by\\s*");
    private static final Pattern ROW = Pattern.compile("(\\w[\\w-]*)\\s+[0-9]+\\s+-?[0-9]+(\\s.*)?");

    private LoadedModules() {}

    static Reading<List<String>> parse(String text) {
        List<String> modules = new ArrayList<>();
        boolean understood = false;
        for (String line : Text.lines(text)) {
            Matcher row = ROW.matcher(line.stripTrailing());
            if (row.matches()) {
                modules.add(row.group(1));
            } else if (!HEAD.matcher(line).matches() && !line.isBlank()) {
                return Reading.unknown("not a row of lsmod: " + Text.shorten(line, 120));
            }
            understood |= !line.isBlank();
        }
        return understood ? Reading.of(List.copyOf(modules)) : Reading.unknown("the answer is empty");
    }
}
