package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.GpuApps.App;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds who holds a device file of a GPU. {@code fuser} sees every such process, and still answers if a broken driver
 * does not; the compute processes of nvidia-smi add longer names.
 */
final class Holders {
    private static final Pattern ROW =
            Pattern.compile("(?:(/dev/[^\\s:]+):)?\\s+(\\S+)\\s+([0-9]{1,10}|kernel)\\s+(\\S+)\\s+(\\S.*)");
    /** A name that fills its column stands on a line of its own, above its first row: the two are one. */
    private static final Pattern WRAPPED = Pattern.compile("(?m)^(/dev/[^\\s:]++:)[ \\t]*+\\R(?=[ \\t])");

    private static final Pattern NAME = Pattern.compile("(/dev/[^\\s:]+):\\s*");
    private static final Pattern DESCRIPTOR =
            Pattern.compile("/proc/([0-9]{1,10})/fd/[0-9]+ (/dev/[^\\s]+)(?: (\\S.*))?");
    private static final Pattern CHATTER = Pattern.compile("\\s*USER\\s+PID\\s+ACCESS\\s+COMMAND\\s*|[\\s0-9]*"
            + "|Cannot stat .*|Specified filename .* does not exist\\.|find: .*No such file or directory");

    private Holders() {}

    static Reading<List<Holder>> of(Reading<Section> fuser, Reading<List<App>> apps) {
        if (fuser.value().isEmpty()) {
            return Reading.unknown(fuser.error());
        }
        Section section = fuser.value().get();
        String text = section.text();
        boolean nobody = section.exit() == 1 && text.isBlank();
        if (!section.ok() && !nobody) {
            return Reading.unknown(Answers.failed("holders", section));
        }
        Map<String, Holder> holders = new LinkedHashMap<>();
        String device = "";
        for (String line : Text.lines(WRAPPED.matcher(text).replaceAll("$1"))) {
            Matcher row = ROW.matcher(line);
            Matcher name = NAME.matcher(line);
            Matcher descriptor = DESCRIPTOR.matcher(line);
            if (row.matches()) {
                device = row.group(1) == null ? device : row.group(1);
                add(holders, row.group(3), row.group(5).strip(), device);
            } else if (descriptor.matches()) {
                String command = descriptor.group(3) == null ? "?" : descriptor.group(3);
                add(holders, descriptor.group(1), command, descriptor.group(2));
            } else if (name.matches()) {
                return Reading.unknown("holders: no row below " + name.group(1));
            } else if (!CHATTER.matcher(line).matches()) {
                return Reading.unknown("holders: not understood: " + Text.shorten(line, 120));
            }
        }
        apps.value().ifPresent(list -> addApps(holders, list));
        return Reading.of(List.copyOf(holders.values()));
    }

    private static void add(Map<String, Holder> holders, String pid, String command, String device) {
        if (!pid.equals("kernel")) {
            holders.putIfAbsent(pid + " " + device, new Holder(Long.parseLong(pid), command, device));
        }
    }

    private static void addApps(Map<String, Holder> holders, List<App> apps) {
        for (App app : apps) {
            if (holders.values().stream().noneMatch(holder -> holder.pid() == app.pid())) {
                add(holders, Long.toString(app.pid()), app.name(), "");
            }
        }
    }
}
