package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The NVIDIA GPUs that {@code lspci} lists, by address. A device that answers with all ones has left the bus. */
final class Lspci {
    private static final Pattern DEVICE = Pattern.compile(
            "((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) ([^:\\[]+?)(?: \\[[0-9a-f]{4}])?: (.*)",
            Pattern.CASE_INSENSITIVE);

    private Lspci() {}

    static Reading<List<String>> parse(String text) {
        List<String> gpus = new ArrayList<>();
        int devices = 0;
        for (String line : Text.lines(text)) {
            Matcher device = DEVICE.matcher(line.stripTrailing());
            if (!device.matches()) {
                continue;
            }
            devices++;
            boolean nvidia =
                    device.group(3).contains("NVIDIA") || device.group(3).contains("[10de:");
            boolean display = device.group(2).equals("3D controller")
                    || device.group(2).equals("VGA compatible controller")
                    || device.group(2).equals("Display controller");
            if (nvidia && display && !device.group(3).contains("(rev ff)")) {
                gpus.add(Pci.address(device.group(1)));
            }
        }
        return devices == 0 && !text.isBlank()
                ? Reading.unknown("no device in: " + Text.shorten(text, 120))
                : Reading.of(List.copyOf(gpus));
    }
}
