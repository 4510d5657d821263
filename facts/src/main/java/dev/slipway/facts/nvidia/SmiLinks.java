package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code nvidia-smi nvlink --status}: each GPU's links. A GPU that may not be asked is unknown, not down. */
final class SmiLinks {
    static final Pattern GPU = Pattern.compile("GPU ([0-9]{1,4}): (.*?) \\(UUID: ([^)]*)\\)");
    private static final Pattern LINK = Pattern.compile("\\s+Link ([0-9]{1,3}): (.*?)\\s*");
    private static final Pattern INACTIVE = Pattern.compile("(?i)all links are inactive");
    private static final Pattern REFUSED = Pattern.compile("NVML: Unable to ");
    private static final Pattern UP = Pattern.compile("([0-9]{1,5}(?:\\.[0-9]{1,6})?) GB/s");

    private SmiLinks() {}

    static Parsed parse(Output output) {
        Findings found = new Findings("nvidia-smi nvlink --status");
        Optional<ObjectNode> gpu = Optional.empty();
        for (Output.Line line : output.written()) {
            Matcher head = GPU.matcher(line.text().strip());
            Matcher link = LINK.matcher(line.text());
            if (head.matches()) {
                gpu.ifPresent(g -> weigh(g, found));
                gpu = Optional.of(found.facts().withArray("gpus").addObject());
                gpu.get().put("index", Integer.parseInt(head.group(1))).put("name", head.group(2));
                gpu.get().put("uuid", head.group(3)).put("links", 0).put("linksUp", 0);
            } else if (link.matches() && gpu.isPresent()) {
                link(gpu.get(), link);
            } else if (gpu.isEmpty() || !said(gpu.get(), line.text())) {
                found.unparsed(line);
            }
        }
        gpu.ifPresent(g -> weigh(g, found));
        return found.of(output);
    }

    private static void link(ObjectNode gpu, Matcher link) {
        Matcher up = UP.matcher(link.group(2));
        gpu.put("links", gpu.path("links").asInt() + 1);
        if (up.matches()) {
            gpu.put("linksUp", gpu.path("linksUp").asInt() + 1);
            gpu.put("linkGBs", Double.parseDouble(up.group(1)));
        } else {
            gpu.withArray("linksDown").add(Integer.parseInt(link.group(1)));
        }
    }

    private static boolean said(ObjectNode gpu, String text) {
        if (INACTIVE.matcher(text).find()) {
            gpu.put("state", "all-inactive");
        } else if (text.contains("not supported")) {
            gpu.put("state", "unknown");
        } else if (REFUSED.matcher(text).find()) {
            gpu.put("state", "refused").put("error", text.strip());
        } else {
            return false;
        }
        return true;
    }

    private static void weigh(ObjectNode gpu, Findings found) {
        String which = "GPU " + gpu.path("index").asInt();
        int links = gpu.path("links").asInt();
        int up = gpu.path("linksUp").asInt();
        String state = gpu.path("state").asText(links == 0 ? "none" : links == up ? "up" : "down");
        gpu.put("state", state);
        switch (state) {
            case "up" -> found.verdict(ToolVerdict.PASS, "");
            case "down" -> found.verdict(ToolVerdict.FAIL, which + ": " + up + " of " + links + " links are up");
            case "all-inactive" -> found.verdict(ToolVerdict.FAIL, which + ": all links are inactive");
            case "refused" ->
                found.verdict(
                        ToolVerdict.UNKNOWN, which + ": " + gpu.path("error").asText());
            case "unknown" -> found.verdict(ToolVerdict.UNKNOWN, which + ": links may not be asked in MIG mode");
            default -> found.because(which + ": no NVLink");
        }
    }
}
