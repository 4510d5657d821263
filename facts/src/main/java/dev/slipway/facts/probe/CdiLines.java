package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.CdiSpecs;
import dev.slipway.model.facts.CdiSpecs.Spec;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the CDI specifications of a node, one line each with kind, driver versions and path, and what can write one.
 */
final class CdiLines {
    private static final String NONE = "-";
    private static final Pattern SPEC =
            Pattern.compile("spec (-|[\\w.-]+/[\\w.-]+) (-|[0-9]+(?:\\.[0-9]+)+(?:,[0-9]+(?:\\.[0-9]+)+)*) (/\\S.*)");

    private CdiLines() {}

    static Reading<CdiSpecs> parse(String text) {
        List<Spec> specs = new ArrayList<>();
        boolean tool = false;
        boolean unit = false;
        for (String line : Text.lines(text)) {
            Matcher spec = SPEC.matcher(line);
            if (spec.matches()) {
                specs.add(new Spec(spec.group(3), plain(spec.group(1)), versions(plain(spec.group(2)))));
            } else if (line.equals("have nvidia-ctk")) {
                tool = true;
            } else if (line.equals("have nvidia-cdi-refresh")) {
                unit = true;
            } else if (!line.isBlank()) {
                return Reading.unknown("not a CDI specification: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(new CdiSpecs(List.copyOf(specs), tool, unit));
    }

    private static String plain(String word) {
        return word.equals(NONE) ? "" : word;
    }

    private static List<String> versions(String words) {
        return words.isEmpty() ? List.of() : List.of(words.split(","));
    }
}
