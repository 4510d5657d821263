package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code dcgmi --version}, {@code dcgmi -v} and {@code nv-hostengine --version}: the version, and how it was
 * built.
 */
public final class DcgmVersion {
    private static final Pattern KEY = Pattern.compile("([A-Z][A-Za-z ]{1,24}?)\\s*: ?(.*)");
    private static final Pattern SHORT = Pattern.compile("(?i)dcgmi\\s+version: v?([0-9.]+)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+){1,3}");

    private DcgmVersion() {}

    /** Reads all of it; the value is the version of the program that printed it. */
    public static ToolReport<String> parse(Output output) {
        Findings found = new Findings("dcgm version");
        ObjectNode facts = found.facts();
        ObjectNode block = facts;
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher key = KEY.matcher(text);
            Optional<String> shortly = Text.first(SHORT, text);
            if (shortly.isPresent()) {
                facts.put("version", shortly.get());
            } else if (text.equals("Hostengine build info:")) {
                block = facts.putObject("hostengine");
            } else if (key.matches()) {
                String name = key.group(1);
                block.put(
                        name.equals("Version") ? "version" : name, key.group(2).strip());
            } else if (!text.equals("Local build info:")) {
                found.unparsed(line);
            }
        }
        weigh(found);
        return found.of(output, facts.path("version").asText());
    }

    private static void weigh(Findings found) {
        JsonNode version = found.facts().path("version");
        JsonNode engine = found.facts().path("hostengine").path("version");
        if (!NUMBER.matcher(version.asText()).matches()) {
            found.verdict(ToolVerdict.UNKNOWN, "no version in the output");
        } else if (engine.isTextual() && !version.equals(engine)) {
            found.verdict(ToolVerdict.WARN, "dcgmi and the host engine have different versions");
        }
    }
}
