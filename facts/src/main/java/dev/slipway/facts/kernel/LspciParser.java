package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code lspci} with or without {@code -D}, {@code -nn}, {@code -v}: NVIDIA's GPUs and NVSwitches with what is printed of
 * them. A switch on PCI is a bridge of NVIDIA's that leads nowhere; PCI bridges of Grace are neither.
 */
public final class LspciParser implements Parser {
    private static final Pattern DEVICE = Pattern.compile(
            "(?i)((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) ([^:\\[\"]{2,60}?)(?: \\[([0-9a-f]{4})])?: (.*?)(?: \\(rev ([0-9a-f]{2})\\))?(?: \\(prog-if .*\\))?");
    private static final Pattern ID = Pattern.compile("(?i)\\[(10de):([0-9a-f]{4})]");
    private static final Pattern BARE_ID = Pattern.compile("NVIDIA Corporation Device ([0-9a-f]{4})\\b");
    private static final Pattern NUMA = Pattern.compile("NUMA node: ([0-9]{1,4})");
    private static final Pattern LINK = Pattern.compile("LnkSta:\\s*Speed ([0-9.]+GT/s)[^,]*, Width (x[0-9]+)");
    private static final Pattern REGION = Pattern.compile("Region ([0-9]): .*\\[size=([0-9]+[KMGT]?)]");
    private static final Pattern DRIVER = Pattern.compile("Kernel driver in use: (\\S+)");
    private static final Set<String> DISPLAY =
            Set.of("3D controller", "VGA compatible controller", "Display controller");

    @Override
    public Parsed parse(Output output) {
        Findings found = new Findings("lspci");
        found.facts().putArray("gpus");
        found.facts().putArray("nvswitches");
        Optional<ObjectNode> device = Optional.empty();
        int devices = 0;
        for (Output.Line line : output.written()) {
            Matcher row = DEVICE.matcher(line.text());
            if (row.matches()) {
                devices++;
                device = device(found, row);
            } else if (Character.isWhitespace(line.text().charAt(0)) && devices > 0) {
                device.ifPresent(d -> detail(d, line.text().strip()));
            } else {
                found.unparsed(line);
            }
        }
        found.facts().put("devices", devices);
        if (devices == 0 && !output.text().isBlank()) {
            found.verdict(ToolVerdict.UNKNOWN, "no device in the output");
        }
        return found.of(output);
    }

    private static Optional<ObjectNode> device(Findings found, Matcher row) {
        String kind = row.group(2);
        String name = row.group(4);
        boolean nvidia = name.contains("NVIDIA") || name.contains("[10de:");
        boolean nvswitch = kind.equals("Bridge") || "0680".equals(row.group(3));
        if (!nvidia || !(DISPLAY.contains(kind) || nvswitch)) {
            return Optional.empty();
        }
        ObjectNode device =
                found.facts().withArray(nvswitch ? "nvswitches" : "gpus").addObject();
        device.put("address", Pci.address(row.group(1))).put("class", kind);
        device.put("name", name.replaceAll("\\s*\\[10de:[0-9a-f]{4}]", "").replace("NVIDIA Corporation ", ""));
        Matcher id = ID.matcher(name);
        if (id.find()) {
            device.put("device", id.group(2));
        } else {
            Text.first(BARE_ID, name).ifPresent(d -> device.put("device", d));
        }
        if (row.group(5) != null) {
            device.put("revision", row.group(5));
        }
        if ("ff".equals(row.group(5))) {
            device.put("onBus", false);
            found.verdict(ToolVerdict.FAIL, Pci.address(row.group(1)) + " answers with all ones: it left the bus");
        }
        return Optional.of(device);
    }

    private static void detail(ObjectNode device, String line) {
        Matcher link = LINK.matcher(line);
        Matcher region = REGION.matcher(line);
        Text.first(NUMA, line).ifPresent(n -> device.put("numaNode", Integer.parseInt(n)));
        Text.first(DRIVER, line).ifPresent(d -> device.put("driver", d));
        if (link.find()) {
            device.put("linkSpeed", link.group(1)).put("linkWidth", link.group(2));
            device.put("linkDowngraded", line.contains("(downgraded)"));
        }
        if (region.find()) {
            device.withObjectProperty("regions").put(region.group(1), region.group(2));
        }
    }
}
