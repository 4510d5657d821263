package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code scontrol show config}: a setting per row as {@code Key = value}, and a line per slurmctld with its
 * state. A setting without a value is {@code (null)}, as Slurm prints it.
 */
final class SlurmConfig {
    private static final Pattern HEAD = Pattern.compile("(?m)^Configuration data as of \\S+");
    private static final Pattern SETTING = Pattern.compile("([A-Za-z][\\w/]{1,60}(?:\\[[0-9]{1,2}])?) *=(?: +(.*)|)");
    private static final Pattern CONTROLLER =
            Pattern.compile("Slurmctld\\(([\\w -]{1,40})\\) at (\\S+) (?:is|are) ([A-Z]+)");
    private static final Pattern TITLE = Pattern.compile("Configuration data as of \\S+|[A-Z][\\w ]{2,60}:");

    private SlurmConfig() {}

    static boolean recognises(String text) {
        return HEAD.matcher(text).find();
    }

    static ToolReport<?> parse(Output output) {
        Findings found = new Findings("scontrol show config");
        ObjectNode settings = found.facts().putObject("settings");
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher setting = SETTING.matcher(text);
            Matcher controller = CONTROLLER.matcher(text);
            if (controller.matches()) {
                found.facts()
                        .withArray("controllers")
                        .addObject()
                        .put("name", controller.group(1))
                        .put("host", controller.group(2))
                        .put("state", controller.group(3));
            } else if (setting.matches()) {
                String value = setting.group(2) == null ? "" : setting.group(2).strip();
                settings.put(setting.group(1), value);
            } else if (!TITLE.matcher(text).matches()) {
                SlurmParser.odd(found, line);
            }
        }
        return found.of(output);
    }
}
