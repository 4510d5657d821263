package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** NVIDIA's devices that {@code lspci} lists, by address. A device that answers with all ones has left the bus. */
final class Lspci {
    private static final Pattern DEVICE = Pattern.compile(
            "((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) ([^:\\[]+?)(?: \\[[0-9a-f]{4}])?: (.*)",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> GPUS = Set.of("3D controller", "VGA compatible controller", "Display controller");
    private static final Set<String> SWITCHES = Set.of("Bridge");

    private Lspci() {}

    /** The GPUs. */
    static Reading<List<String>> parse(String text) {
        return devices(text, GPUS);
    }

    /** The NVSwitches: bridges of NVIDIA. Those of later systems are on another bus, and none is listed. */
    static Reading<List<String>> switches(String text) {
        return devices(text, SWITCHES);
    }

    private static Reading<List<String>> devices(String text, Set<String> classes) {
        List<String> found = new ArrayList<>();
        int devices = 0;
        for (String line : Text.lines(text)) {
            Matcher device = DEVICE.matcher(line.stripTrailing());
            if (!device.matches()) {
                continue;
            }
            devices++;
            boolean nvidia =
                    device.group(3).contains("NVIDIA") || device.group(3).contains("[10de:");
            if (nvidia && classes.contains(device.group(2)) && !device.group(3).contains("(rev ff)")) {
                found.add(Pci.address(device.group(1)));
            }
        }
        return devices == 0 && !text.isBlank()
                ? Reading.unknown("no device in: " + Text.shorten(text, 120))
                : Reading.of(List.copyOf(found));
    }
}
