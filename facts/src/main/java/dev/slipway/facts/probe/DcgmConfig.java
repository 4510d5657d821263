package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes one setting of one GPU as {@code dcgmi config --get -v} prints it: DCGM's target, and the GPU's value. */
public record DcgmConfig(int gpu, String setting, String target, String current) {
    private static final Pattern ROW = Pattern.compile("\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|");
    private static final Pattern GPU = Pattern.compile("GPU ID: ([0-9]{1,4})");

    /** Returns all settings of all GPUs; unknown if the answer holds none or shows an error. */
    public static Reading<List<DcgmConfig>> parse(String text) {
        List<DcgmConfig> settings = new ArrayList<>();
        int gpu = -1;
        for (String line : Text.lines(text)) {
            Matcher row = ROW.matcher(line.strip());
            if (line.contains("Error")) {
                return Reading.unknown(Text.shorten(line, 160));
            } else if (!row.matches()) {
                continue;
            }
            String name = row.group(1).strip();
            Matcher head = GPU.matcher(name);
            if (head.matches()) {
                gpu = Integer.parseInt(head.group(1));
            } else if (gpu >= 0 && !row.group(2).strip().equals("TARGET CONFIGURATION") && !name.isEmpty()) {
                settings.add(new DcgmConfig(
                        gpu, name, row.group(2).strip(), row.group(3).strip()));
            }
        }
        return settings.isEmpty()
                ? Reading.unknown("no setting in: " + Text.shorten(text, 120))
                : Reading.of(List.copyOf(settings));
    }
}
