package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The profile of each MIG device in the list of {@code nvidia-smi -L}; none where no GPU is cut. */
final class MigDevices {
    private static final Pattern GPU = Pattern.compile("GPU [0-9]{1,3}: .*");
    private static final Pattern DEVICE =
            Pattern.compile("\\s+MIG (\\S+)\\s+Device\\s+[0-9]{1,3}: \\(UUID: [^)]*\\)\\s*");

    private MigDevices() {}

    static Reading<List<String>> parse(String text) {
        Optional<String> failure = NvidiaSmiErrors.reason(text);
        if (failure.isPresent()) {
            return Reading.unknown(failure.get());
        }
        List<String> profiles = new ArrayList<>();
        boolean listed = false;
        for (String line : Text.lines(text)) {
            Matcher device = DEVICE.matcher(line);
            if (device.matches()) {
                profiles.add(device.group(1));
            } else if (GPU.matcher(line).matches()) {
                listed = true;
            } else if (!line.isBlank()) {
                return Reading.unknown("not understood: " + Text.shorten(line, 120));
            }
        }
        return listed ? Reading.of(List.copyOf(profiles)) : Reading.unknown("no GPU in: " + Text.shorten(text, 80));
    }
}
