package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code lspci} with or without {@code -D}, {@code -nn}, {@code -v}: NVIDIA's GPUs and NVSwitches with their
 * details. A switch on PCI is a bridge of NVIDIA's that leads nowhere; PCI bridges of Grace are neither.
 */
public final class LspciParser implements Parser {
    private static final Pattern DEVICE = Pattern.compile("(?i)((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) "
            + "([^:\\[\"]{2,60}?)(?: \\[([0-9a-f]{4})])?: "
            + "(.*?)(?: \\(rev ([0-9a-f]{2})\\))?(?: \\(prog-if .*\\))?");
    private static final Pattern ID = Pattern.compile("(?i)\\[(10de):([0-9a-f]{4})]");
    private static final Pattern IDS = Pattern.compile("(?i)\\s*\\[10de:[0-9a-f]{4}]");
    private static final Pattern BARE_ID = Pattern.compile("NVIDIA Corporation Device ([0-9a-f]{4})\\b");
    private static final Pattern NUMA = Pattern.compile("NUMA node: ([0-9]{1,4})");
    private static final Pattern LINK = Pattern.compile("LnkSta:\\s*Speed ([0-9.]+GT/s)[^,]*, Width (x[0-9]+)");
    private static final Pattern REGION = Pattern.compile("Region ([0-9]): .*\\[size=([0-9]+[KMGT]?)]");
    private static final Pattern DRIVER = Pattern.compile("Kernel driver in use: (\\S+)");

    /** Is printed by {@code -v} for a device whose configuration space answers with all ones. */
    private static final Pattern ALL_ONES = Pattern.compile("!!! Unknown header type 7f");

    private static final Pattern OWN_ERROR =
            Pattern.compile("(?:lspci|pcilib): .*(?:Cannot open|Cannot find any working access method).*");
    private static final Pattern WIDTH_DOWN = Pattern.compile("Width x[0-9]+ \\(downgraded\\)");
    private static final Set<String> DISPLAY =
            Set.of("3D controller", "VGA compatible controller", "Display controller");

    /** Describes a GPU or a switch of NVIDIA's; one that answers with all ones is no longer on the bus. */
    public record Device(String address, boolean nvswitch, boolean onBus) {}

    @Override
    public ToolReport<List<Device>> parse(Output output) {
        Findings found = new Findings("lspci");
        found.facts().putArray("gpus");
        found.facts().putArray("nvswitches");
        Optional<ObjectNode> device = Optional.empty();
        int devices = 0;
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher row = DEVICE.matcher(line.text().stripTrailing());
            if (row.matches()) {
                devices++;
                device = device(found, row);
            } else if (Character.isWhitespace(line.text().charAt(0)) && devices > 0) {
                device.ifPresent(d -> detail(found, d, text));
            } else {
                found.unparsed(line);
                if (OWN_ERROR.matcher(text).matches()) {
                    found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, text);
                }
            }
        }
        found.facts().put("devices", devices);
        if (devices == 0 && (!output.text().isBlank() || output.exit().orElse(-1) != 0)) {
            found.verdict(ToolVerdict.UNKNOWN, "no device in the output");
        }
        if (found.facts().findValue("lanesMissing") != null && output.exit().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "nothing shows that these are all devices; exit status 0 would");
        }
        output.exit().stream()
                .filter(status -> status != 0)
                .forEach(status -> found.verdict(ToolVerdict.UNKNOWN, "exit status " + status));
        return found.of(output, devices(found.facts()));
    }

    private static List<Device> devices(ObjectNode facts) {
        List<Device> devices = new ArrayList<>();
        for (String kind : List.of("gpus", "nvswitches")) {
            facts.path(kind)
                    .forEach(device -> devices.add(new Device(
                            device.path("address").asText(),
                            kind.equals("nvswitches"),
                            device.path("onBus").asBoolean(true))));
        }
        return List.copyOf(devices);
    }

    private static Optional<ObjectNode> device(Findings found, Matcher row) {
        String kind = row.group(2);
        String name = row.group(4);
        boolean nvidia =
                name.contains("NVIDIA") || name.toLowerCase(Locale.ROOT).contains("[10de:");
        boolean nvswitch = kind.equals("Bridge") || "0680".equals(row.group(3));
        boolean gone = "ff".equalsIgnoreCase(row.group(5)) || name.startsWith("Illegal Vendor ID");
        if (gone) {
            gone(found, Pci.address(row.group(1)));
        }
        if (!nvidia || !(DISPLAY.contains(kind) || nvswitch)) {
            return Optional.empty();
        }
        ObjectNode device =
                found.facts().withArray(nvswitch ? "nvswitches" : "gpus").addObject();
        device.put("address", Pci.address(row.group(1))).put("class", kind);
        device.put("name", IDS.matcher(name).replaceAll("").replace("NVIDIA Corporation ", ""));
        Matcher id = ID.matcher(name);
        if (id.find()) {
            device.put("device", id.group(2));
        } else {
            Text.first(BARE_ID, name).ifPresent(d -> device.put("device", d));
        }
        if (row.group(5) != null) {
            device.put("revision", row.group(5));
        }
        if (gone) {
            device.put("onBus", false);
        }
        return Optional.of(device);
    }

    private static void gone(Findings found, String address) {
        found.verdict(ToolVerdict.FAIL, address + " answers with all ones: it left the bus");
    }

    private static void detail(Findings found, ObjectNode device, String line) {
        String address = device.path("address").asText();
        if (ALL_ONES.matcher(line).find()) {
            device.put("onBus", false);
            gone(found, address);
        }
        Matcher link = LINK.matcher(line);
        Matcher region = REGION.matcher(line);
        Text.first(NUMA, line).ifPresent(n -> device.put("numaNode", Integer.parseInt(n)));
        Text.first(DRIVER, line).ifPresent(d -> device.put("driver", d));
        if (link.find()) {
            device.put("linkSpeed", link.group(1)).put("linkWidth", link.group(2));
            device.put("linkDowngraded", line.contains("(downgraded)"));
            if (DISPLAY.contains(device.path("class").asText())
                    && WIDTH_DOWN.matcher(line).find()) {
                device.put("lanesMissing", true);
                found.verdict(ToolVerdict.WARN, address + " has fewer lanes than it could: " + link.group(2));
            }
        }
        if (region.find()) {
            device.withObjectProperty("regions").put(region.group(1), region.group(2));
        }
    }
}
