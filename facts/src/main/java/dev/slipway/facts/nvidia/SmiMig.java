package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code nvidia-smi mig -lgi}, {@code -lci} and {@code -lgip}: the instances of a partitioned GPU, and its
 * possible profiles.
 */
final class SmiMig {
    private static final Pattern TITLE = Pattern.compile(
            "(?m)^\\s*\\|\\s*(GPU instances|Compute instances|GPU instance profiles|Compute instance profiles):");
    private static final Pattern NONE =
            Pattern.compile("(?i)No (?:GPU|compute) instances found:?.*|No MIG-enabled devices found\\.?"
                    + "|No MIG-supported devices found\\.?.*");
    private static final Pattern ROW = Pattern.compile(
            "\\|\\s*([0-9]{1,4})\\s+(?:([0-9]{1,3})\\s+)?MIG (\\S+)\\s+([0-9]{1,3})\\*?\\s+(\\S.*?)\\s*\\|?");
    private static final Pattern PLACE = Pattern.compile("([0-9]{1,3})\\s+([0-9]{1,3}:[0-9]{1,3})");

    private SmiMig() {}

    static boolean in(String text) {
        return TITLE.matcher(text).find() || NONE.matcher(text.strip()).matches();
    }

    static ToolReport<?> parse(Output output) {
        Findings found = new Findings("nvidia-smi mig");
        found.facts().putArray("instances");
        boolean open = false;
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher row = ROW.matcher(text);
            if (text.startsWith("+")) {
                open = false;
            } else if (row.matches()) {
                instance(found, row);
                open = true;
            } else if (text.startsWith("|")) {
                open = true;
            } else if (!NONE.matcher(text).matches() && !SmiErrors.note(found, text)) {
                found.unparsed(line);
            }
        }
        if (open) {
            found.verdict(ToolVerdict.UNKNOWN, "the table has no end").cut("the output is incomplete");
        }
        return found.of(output);
    }

    private static void instance(Findings found, Matcher row) {
        ObjectNode instance = found.facts().withArray("instances").addObject();
        instance.put("gpu", Integer.parseInt(row.group(1))).put("profile", row.group(3));
        instance.put("profileId", Integer.parseInt(row.group(4)));
        if (row.group(2) != null) {
            instance.put("gpuInstance", Integer.parseInt(row.group(2)));
        }
        Matcher place = PLACE.matcher(row.group(5));
        if (place.matches()) {
            instance.put("instance", Integer.parseInt(place.group(1))).put("placement", place.group(2));
        }
    }
}
