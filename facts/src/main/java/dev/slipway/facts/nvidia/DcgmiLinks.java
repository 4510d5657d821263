package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code dcgmi nvlink}: the states of all links of all GPUs, and the error counters of one GPU's links as a
 * table.
 */
final class DcgmiLinks {
    private static final Pattern BORDER = Pattern.compile("\\+[-=+]+\\+?");
    private static final Pattern OF_GPU = Pattern.compile("\\|\\s*GPU(?: ID:)? ([0-9]{1,4})\\s*\\|");
    private static final Pattern OLD_ERROR =
            Pattern.compile("\\|\\s*Link ([0-9]{1,3})\\s*\\|\\s*([A-Za-z][A-Za-z0-9 ]*?)\\s*\\|\\s*(\\S.*?)\\s*\\|");
    private static final Pattern LINK = Pattern.compile("\\|\\s*Link ([0-9]{1,3})\\s*\\|\\s*\\|");
    private static final Pattern ERROR =
            Pattern.compile("\\|\\s*-> ([A-Za-z][A-Za-z0-9 ]*?)\\s*\\|\\s*(\\S.*?)\\s*\\|");
    private static final Pattern GPU = Pattern.compile("\\s*gpuId ([0-9]{1,4}):\\s*");
    private static final Pattern SWITCH = Pattern.compile("\\s*(?:physicalId|nvSwitchId|switchId) ([0-9]{1,4}):\\s*");
    private static final Pattern STATES = Pattern.compile("\\s*([UDX_](?: [UDX_])*)\\s*");
    private static final Pattern KEY = Pattern.compile("Key: .*Down=D.*");
    private static final Pattern AROUND = Pattern.compile(
            "GPUs:|NvSwitches:|No NvSwitches found\\.|No GPUs found\\.|\\+-+\\+|\\|\\s*NvLink Link Status\\s*\\|"
                    + "|NvLink Link Status|dcgmi nvlink.*");

    private final Findings found;
    private Optional<ObjectNode> entity = Optional.empty();
    private boolean gpu;
    private boolean key;

    private DcgmiLinks(Findings found) {
        this.found = found;
    }

    /**
     * Parses both layouts of the counters. The border below the last link is the end, and each link has the same
     * counters.
     */
    static ToolReport<?> errors(Output output) {
        Findings found = new Findings("dcgmi nvlink -e table");
        String link = "";
        boolean closed = false;
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher gpu = OF_GPU.matcher(text);
            Matcher old = OLD_ERROR.matcher(text);
            Matcher head = LINK.matcher(text);
            Matcher error = ERROR.matcher(text);
            boolean title = text.contains("NVLINK Error Counts");
            boolean border = BORDER.matcher(text).matches();
            closed = border ? found.facts().has("links") : closed && !text.startsWith("|");
            if (old.matches() && !title) {
                LinkCounters.put(found, old.group(1), old.group(2), old.group(3));
            } else if (gpu.find()) {
                found.facts().put("gpu", Integer.parseInt(gpu.group(1)));
            } else if (head.matches()) {
                link = head.group(1);
                found.facts().withObjectProperty("links").withObjectProperty(link);
            } else if (error.matches() && !link.isEmpty()) {
                LinkCounters.put(found, link, error.group(1), error.group(2));
            } else if (!border && !title) {
                LinkCounters.broken(found, text);
                found.unparsed(line);
            }
        }
        return closed
                ? LinkCounters.weighed(found).complete().of(output)
                : open(found).of(output);
    }

    private static Findings open(Findings found) {
        LinkCounters.weighed(found);
        return found.cut("the table has no closing border");
    }

    /** The line that explains the letters is the last one; without it a GPU may be missing. */
    static ToolReport<?> states(Output output) {
        DcgmiLinks links = new DcgmiLinks(new Findings("dcgmi nvlink -s"));
        output.written().forEach(links::take);
        return links.end().of(output);
    }

    private void take(Output.Line line) {
        Matcher head = GPU.matcher(line.text());
        Matcher other = SWITCH.matcher(line.text());
        Matcher states = STATES.matcher(line.text());
        String text = line.text().strip();
        if (head.matches() || other.matches()) {
            gpu = head.matches();
            String id = gpu ? head.group(1) : other.group(1);
            entity = Optional.of(found.facts()
                    .withArray(gpu ? "gpus" : "switches")
                    .addObject()
                    .put("id", Integer.parseInt(id)));
            key = false;
        } else if (states.matches() && entity.isPresent() && !entity.get().has("links")) {
            links(entity.get(), states.group(1).split(" "));
        } else if (KEY.matcher(text).matches()) {
            key = true;
        } else if (!AROUND.matcher(text).matches()) {
            found.unparsed(line);
            if (states.matches() || text.matches("[A-Z_](?: [A-Z_])+")) {
                found.verdict(ToolVerdict.UNKNOWN, "states of links that belong to nothing: " + text);
            }
        }
    }

    private void links(ObjectNode of, String[] states) {
        int up = 0;
        for (int i = 0; i < states.length; i++) {
            switch (states[i]) {
                case "U" -> up++;
                case "D" -> of.withArray("down").add(i);
                case "X" -> of.withArray("disabled").add(i);
                default -> of.put("notSupported", of.path("notSupported").asInt(0) + 1);
            }
        }
        of.put("links", states.length).put("up", up);
        String which = (gpu ? "GPU " : "NvSwitch ") + of.path("id").asInt();
        if (of.has("down")) {
            found.verdict(ToolVerdict.FAIL, which + ": links " + of.path("down") + " are down");
        } else if (of.has("disabled") && gpu) {
            found.verdict(ToolVerdict.WARN, which + ": links " + of.path("disabled") + " are disabled");
        } else if (up > 0) {
            found.verdict(ToolVerdict.PASS, "");
        }
    }

    /** Every GPU has its line, all of the same length. */
    private Findings end() {
        Set<Integer> lengths = new HashSet<>();
        for (JsonNode one : found.facts().path("gpus")) {
            lengths.add(one.path("links").asInt(0));
        }
        if (lengths.contains(0)) {
            return found.cut("a GPU has no states of its links");
        } else if (lengths.size() > 1) {
            return found.cut("not every GPU shows the same number of links");
        }
        return key ? found.complete() : found;
    }
}
