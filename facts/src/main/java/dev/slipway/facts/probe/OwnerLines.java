package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.Reading;
import java.util.List;

/**
 * Determines who may change the driver, from what the probe found: a package that owns the module or its source, the
 * uninstaller of the vendor's own installer, a driver container. Two of them together are a fault.
 */
final class OwnerLines {
    private OwnerLines() {}

    static Reading<DriverOwner> parse(String text) {
        boolean packaged = false;
        boolean runfile = false;
        boolean container = false;
        boolean none = false;
        List<String> lines = Text.lines(text).stream()
                .map(String::strip)
                .filter(l -> !l.isEmpty())
                .toList();
        for (String line : lines) {
            switch (line.split(" ", 2)[0]) {
                case "dpkg-owned", "rpm-owned" -> packaged = true;
                case "runfile" -> runfile = true;
                case "container" -> container = true;
                case "none" -> none = true;
                default -> {
                    return Reading.unknown("nobody owns it: " + Text.shorten(line, 120));
                }
            }
        }
        if (lines.isEmpty() || (none && lines.size() > 1)) {
            return Reading.unknown("no clear answer: " + Text.shorten(text, 120));
        }
        int owners = (packaged ? 1 : 0) + (runfile ? 1 : 0) + (container ? 1 : 0);
        if (owners > 1) {
            return Reading.of(DriverOwner.BOTH);
        } else if (packaged) {
            return Reading.of(DriverOwner.HOST_PACKAGED);
        } else if (runfile) {
            return Reading.of(DriverOwner.RUNFILE);
        }
        return Reading.of(container ? DriverOwner.OPERATOR_CONTAINER : DriverOwner.NONE);
    }
}
