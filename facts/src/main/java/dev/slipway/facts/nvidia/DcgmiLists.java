package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of {@code dcgmi}: discovery and dmon. */
final class DcgmiLists {
    private static final Pattern COUNT =
            Pattern.compile("([0-9]{1,6}) ([A-Za-z]+?)(?:es|s)? found(?: \\(([A-Za-z]+)\\))?\\.?");
    private static final Pattern DEVICE = Pattern.compile("\\| ([0-9]{1,4}) +\\| Name: (.*?) *\\|");
    private static final Pattern SWITCH = Pattern.compile("\\| *[0-9]{1,6} *\\|");
    private static final Pattern BUS = Pattern.compile("PCI Bus ID: ([0-9A-Fa-f:.]+)");
    private static final Pattern UUID = Pattern.compile("Device UUID: (\\S+)");
    private static final Pattern BORDER =
            Pattern.compile("[+|][-=+| ]*[+|]|\\| *(GPU ID|Switch ID|CPU ID|Entity ID|ConnectX).*|\\+[-=]+\\+?");

    private DcgmiLists() {}

    static ToolReport<?> discovery(Output output) {
        Findings found = new Findings("dcgmi discovery -l");
        found.facts().putArray("gpus");
        Optional<ObjectNode> gpu = Optional.empty();
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher count = COUNT.matcher(text);
            Matcher device = DEVICE.matcher(text);
            if (count.matches()) {
                found.facts().withObjectProperty("found").put(count.group(2), Integer.parseInt(count.group(1)));
                Optional.ofNullable(count.group(3)).ifPresent(s -> found.facts().put("state", s));
            } else if (device.matches()) {
                gpu = Optional.of(found.facts().withArray("gpus").addObject());
                gpu.get().put("id", Integer.parseInt(device.group(1))).put("name", device.group(2));
            } else if (text.contains("PCI Bus ID:") && gpu.isPresent()) {
                gpu.get().put("address", Text.first(BUS, text).map(Pci::address).orElse(""));
            } else if (text.contains("Device UUID:") && gpu.isPresent()) {
                gpu.get().put("uuid", Text.first(UUID, text).orElse(""));
            } else if (found.facts().path("found").has("NvSwitch")
                    && SWITCH.matcher(text).matches()) {
                found.facts().withArray("switches").add(Integer.parseInt(text.replaceAll("[^0-9]", "")));
            } else if (!BORDER.matcher(text).matches()) {
                found.unparsed(line);
            }
        }
        int announced = found.facts().path("found").path("GPU").asInt(-1);
        int listed = found.facts().path("gpus").size();
        if (announced >= 0 && announced != listed) {
            String reason = "the output announces " + announced + " GPUs and lists " + listed;
            found.verdict(ToolVerdict.UNKNOWN, reason).cut(reason);
        }
        return found.of(output);
    }

    static ToolReport<?> dmon(Output output) {
        Findings found = new Findings("dcgmi dmon");
        List<String> columns = List.of();
        for (Output.Line line : output.written()) {
            List<String> cells = Arrays.asList(line.text().strip().split("\\s+"));
            if (cells.getFirst().equals("#Entity")) {
                columns = cells.subList(1, cells.size());
                found.facts().putArray("columns");
                columns.forEach(found.facts().withArray("columns")::add);
            } else if (cells.getFirst().matches("GPU|GPU-I|GPU-CI|Switch|CPU") && cells.size() == columns.size() + 2) {
                ObjectNode sample = found.facts().withArray("samples").addObject();
                sample.put("entity", cells.getFirst());
                Values.value(sample, "id", cells.get(1));
                for (int i = 0; i < columns.size(); i++) {
                    Values.value(sample, columns.get(i), cells.get(i + 2));
                }
            } else if (!line.text().strip().equals("ID")) {
                found.unparsed(line);
            }
        }
        return found.of(output);
    }
}
