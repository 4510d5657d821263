package dev.slipway.activities.nodes;

import dev.slipway.facts.Section;
import dev.slipway.model.Holder;
import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processes that compute on a GPU, from the driver's own list. A driver that does not answer cannot say; then whoever
 * holds a device file counts, the driver's own services aside.
 */
final class ComputeProcesses {
    static final String APPS = "compute-apps";
    static final String HOLDERS = "holders";

    private static final Pattern APP = Pattern.compile("(\\d+),\\s*(.+)");
    private static final Pattern HELD =
            Pattern.compile("\\s*(?:(/dev/\\S+?):)?\\s*(\\S+)\\s+(\\d+)\\s+(\\S+)\\s+(.+?)\\s*");
    private static final Set<String> SERVICES = Set.of(
            "nvidia-persistenced",
            "nvidia-persiste",
            "nv-fabricmanager",
            "nv-fabricmanage",
            "nv-hostengine",
            "nvidia-imex",
            "nvidia-device-plugin",
            "nvidia-device-p",
            "dcgm-exporter",
            "gpu-feature-discovery",
            "gpu-feature-dis",
            "nvlsm",
            "nvsm");

    private ComputeProcesses() {}

    static Reading<List<Holder>> read(Map<String, Section> sections) {
        Reading<List<Holder>> apps = apps(Optional.ofNullable(sections.get(APPS)));
        if (apps.known()) {
            return apps;
        }
        Reading<List<Holder>> holders = holders(Optional.ofNullable(sections.get(HOLDERS)));
        return holders.known() ? holders : Reading.unknown(apps.error() + "; " + holders.error());
    }

    private static Reading<List<Holder>> apps(Optional<Section> section) {
        if (section.isEmpty()) {
            return Reading.unknown("the node's list of GPU processes is missing or cut off");
        }
        if (!section.get().ok()) {
            return Reading.unknown("nvidia-smi could not list GPU processes: " + first(section.get()));
        }
        List<Holder> found = new ArrayList<>();
        for (String line : lines(section.get())) {
            Matcher app = APP.matcher(line);
            if (!app.matches()) {
                return Reading.unknown("nvidia-smi listed a GPU process that is not understood: " + line);
            }
            found.add(new Holder(Long.parseLong(app.group(1)), app.group(2), "GPU"));
        }
        return Reading.of(List.copyOf(found));
    }

    /** {@code fuser} exits with 1 and says nothing when nobody holds a device. */
    private static Reading<List<Holder>> holders(Optional<Section> section) {
        if (section.isEmpty() || section.get().exit() > 1) {
            return Reading.unknown("who holds the device files could not be listed"
                    + section.map(s -> ": " + first(s)).orElse(""));
        }
        List<Holder> found = new ArrayList<>();
        String device = "";
        for (String line : lines(section.get())) {
            Matcher held = HELD.matcher(line);
            if (line.strip().startsWith("USER")) {
                continue;
            }
            if (!held.matches()) {
                return Reading.unknown("fuser listed a holder that is not understood: " + line);
            }
            device = Optional.ofNullable(held.group(1)).orElse(device);
            if (!SERVICES.contains(held.group(5))) {
                found.add(new Holder(Long.parseLong(held.group(3)), held.group(5), device));
            }
        }
        return Reading.of(List.copyOf(found));
    }

    private static List<String> lines(Section section) {
        return section.text().lines().filter(line -> !line.isBlank()).toList();
    }

    private static String first(Section section) {
        return section.text()
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("exit " + section.exit());
    }
}
