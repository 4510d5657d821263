package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The answer of {@code nvidia-smi nvlink --status}: the active links of each GPU by its UUID, the fewest of any GPU, and
 * the most that one lists.
 */
record Nvlinks(Map<String, Integer> byGpu, int gpus, int active, int listed) {
    private static final Pattern GPU = Pattern.compile("GPU [0-9]+: (?:.*\\(UUID: ([^)]+)\\).*|.*)");
    private static final Pattern LINK = Pattern.compile("\\s+Link [0-9]+: (.*)");
    private static final Pattern INACTIVE = Pattern.compile("(?i)all links are inactive");
    private static final Pattern UP = Pattern.compile("[0-9.]+ GB/s");

    static Reading<Nvlinks> parse(String text) {
        Optional<String> failure = NvidiaSmiErrors.reason(text);
        if (failure.isPresent()) {
            return Reading.unknown(failure.get());
        }
        Counter counter = new Counter();
        for (String line : Text.lines(text)) {
            if (!line.isBlank() && !counter.take(line)) {
                return Reading.unknown("not understood: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(counter.total());
    }

    /** How many links of that GPU are active; a node without NVLink prints nothing of any GPU. */
    Reading<String> activeOf(String uuid) {
        if (gpus == 0) {
            return Reading.of("[N/A]");
        }
        Integer links = byGpu.get(uuid);
        return links == null
                ? Reading.unknown("nvlink: the answer says nothing of this GPU")
                : Reading.of(Integer.toString(links));
    }

    private static final class Counter {
        private final Map<String, Integer> byGpu = new HashMap<>();
        private String uuid = "";
        private int gpus;
        private int active;
        private int listed;
        private int fewest = Integer.MAX_VALUE;
        private int most;

        boolean take(String line) {
            var link = LINK.matcher(line);
            var head = GPU.matcher(line);
            if (head.matches()) {
                close();
                gpus++;
                uuid = Optional.ofNullable(head.group(1)).orElse("");
                return true;
            } else if (link.matches() && gpus > 0) {
                listed++;
                active += UP.matcher(link.group(1).strip()).matches() ? 1 : 0;
                return true;
            } else if (INACTIVE.matcher(line).find() && gpus > 0) {
                // At least one link is listed, so that "none of none" is not taken for a GPU without NVLink.
                listed = Math.max(listed, 1);
                return true;
            }
            return false;
        }

        private void close() {
            if (gpus > 0) {
                fewest = Math.min(fewest, active);
                most = Math.max(most, listed);
                byGpu.put(uuid, active);
            }
            active = 0;
            listed = 0;
        }

        Nvlinks total() {
            close();
            return new Nvlinks(Map.copyOf(byGpu), gpus, gpus == 0 ? 0 : fewest, most);
        }
    }
}
