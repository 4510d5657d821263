package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code dcgmi config --get -v}: a table per GPU, which names the GPU in a line of one cell. */
final class DcgmConfig {
    private static final Pattern ROW = Pattern.compile("\\|([^|]+)\\|([^|]+)\\|([^|]+)\\|");
    private static final Pattern GPU = Pattern.compile("\\| *GPU ID: ([0-9]{1,4}) *\\|[ |]*");
    private static final Set<String> TITLES = Set.of("Target", "TARGET CONFIGURATION");
    private static final Pattern FAULT = Pattern.compile("(?i)\\berror\\b|\\bunable to\\b");

    private DcgmConfig() {}

    /** Returns all settings of all GPUs; unknown if the output has none, shows an error, or was cut within a table. */
    static Reading<List<DcgmTarget>> parse(String text) {
        List<DcgmTarget> settings = new ArrayList<>();
        Map<Integer, Set<String>> byGpu = new TreeMap<>();
        int gpu = -1;
        for (String line : Text.lines(text)) {
            Matcher head = GPU.matcher(line.strip());
            Matcher row = ROW.matcher(line.strip());
            if (FAULT.matcher(line).find()) {
                return Reading.unknown(Text.shorten(line, 160));
            } else if (head.matches()) {
                gpu = Integer.parseInt(head.group(1));
                byGpu.put(gpu, new TreeSet<>());
            } else if (gpu >= 0
                    && row.matches()
                    && !TITLES.contains(row.group(2).strip())) {
                DcgmTarget setting = new DcgmTarget(
                        gpu,
                        row.group(1).strip(),
                        row.group(2).strip(),
                        row.group(3).strip());
                settings.add(setting);
                byGpu.getOrDefault(gpu, Set.of()).add(setting.setting());
            }
        }
        if (settings.isEmpty() || Set.copyOf(byGpu.values()).size() != 1) {
            return Reading.unknown("not the same settings of each GPU in: " + Text.shorten(text, 120));
        }
        return Reading.of(List.copyOf(settings));
    }
}
