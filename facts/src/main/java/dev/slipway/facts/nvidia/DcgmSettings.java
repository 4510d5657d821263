package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.facts.DcgmTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code dcgmi config --get -v}: a table per GPU, which names the GPU in a line of one cell. Every GPU has the
 * same settings; where one has fewer, the output was cut.
 */
public final class DcgmSettings {
    private static final Pattern ROW = Pattern.compile("\\|([^|]+)\\|([^|]+)\\|([^|]+)\\|");
    private static final Pattern GPU = Pattern.compile("\\| *GPU ID: ([0-9]{1,4}) *\\|[ |]*");
    private static final Pattern FRAME = Pattern.compile("\\+[-=+]*\\+?|\\|[^|]+\\|");
    private static final Set<String> TITLES = Set.of("Target", "TARGET CONFIGURATION");
    private static final Pattern FAULT = Pattern.compile("\\b(?:error|unable to)\\b");

    private final Findings found = new Findings("dcgmi config");
    private final List<DcgmTarget> settings = new ArrayList<>();
    private final Map<Integer, Set<String>> byGpu = new TreeMap<>();
    private int gpu = -1;
    private ObjectNode shown = found.facts();

    private DcgmSettings() {}

    /** Returns all settings of all GPUs; unknown if the output has none, shows an error, or was cut within a table. */
    public static ToolReport<List<DcgmTarget>> parse(Output output) {
        DcgmSettings tables = new DcgmSettings();
        tables.found.facts().putArray("gpus");
        output.written().forEach(tables::take);
        if (tables.settings.isEmpty() || Set.copyOf(tables.byGpu.values()).size() != 1) {
            tables.found.cut("not the same settings of each GPU");
        }
        return tables.found.of(output, List.copyOf(tables.settings));
    }

    private void take(Output.Line line) {
        String text = line.text().strip();
        Matcher head = GPU.matcher(text);
        Matcher row = ROW.matcher(text);
        if (fault(text)) {
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, Text.shorten(text, 160));
        } else if (head.matches()) {
            gpu = Integer.parseInt(head.group(1));
            byGpu.put(gpu, new TreeSet<>());
            shown = found.facts().withArray("gpus").addObject().put("gpu", gpu);
        } else if (gpu >= 0 && row.matches()) {
            row(row.group(1).strip(), row.group(2).strip(), row.group(3).strip());
        } else if (!row.matches() && !FRAME.matcher(text).matches()) {
            found.unparsed(line);
        }
    }

    private static boolean fault(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        return (small.contains("error") || small.contains("unable to"))
                && FAULT.matcher(small).find();
    }

    private void row(String setting, String target, String current) {
        if (TITLES.contains(target)) {
            return;
        }
        settings.add(new DcgmTarget(gpu, setting, target, current));
        byGpu.getOrDefault(gpu, Set.of()).add(setting);
        shown.withObjectProperty("settings")
                .putObject(setting)
                .put("target", target)
                .put("current", current);
    }
}
