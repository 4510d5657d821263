package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code nvidia-smi nvlink}: each GPU's links ({@code -s}), their error counters ({@code -e}), their
 * capabilities ({@code -c}) and where they lead ({@code -p}). A GPU that may not be queried is unknown, not down. The
 * output has no end: links are numbered and GPUs of one kind have as many, but a GPU that is missing at the end leaves
 * no trace.
 */
public final class SmiLinks {
    static final Pattern GPU = Pattern.compile("GPU ([0-9]{1,4}): (.*?) \\(UUID: ([^)]*)\\)");
    private static final Pattern LINK = Pattern.compile("Link ([0-9]{1,3}): (.*)");
    private static final Pattern CAN = Pattern.compile("Link ([0-9]{1,3}), (.{1,80}?): (\\S+)");
    private static final Pattern COUNTER = Pattern.compile("([A-Za-z][A-Za-z0-9 ()/-]{2,60}): ([0-9]{1,18}|N/A)");
    private static final Pattern REMOTE = Pattern.compile("Remote Device (\\S+): Link ([0-9]{1,3})");
    private static final Pattern INACTIVE = Pattern.compile("(?i)all links are inactive");
    private static final Pattern REFUSED = Pattern.compile("NVML: Unable to ");
    private static final Pattern UP = Pattern.compile("([0-9]{1,5}(?:\\.[0-9]{1,6})?) GB/s");
    private static final Pattern DOWN = Pattern.compile("(?i)<?(?:inactive|disabled|down|off)>?");

    private final Findings found = new Findings("nvidia-smi nvlink --status");
    private final List<Gpu> gpus = new ArrayList<>();

    private SmiLinks() {}

    /** Counts the links of one GPU. Nodes have many, and their numbers are written to the facts at the end. */
    private static final class Gpu {
        private final ObjectNode facts;
        private int links;
        private int up;
        private String speed = "";
        private boolean gap;

        private Gpu(ObjectNode facts) {
            this.facts = facts;
        }

        private String state() {
            return facts.path("state").asText();
        }

        private Links links() {
            boolean inactive = state().equals("all-inactive");
            return new Links(facts.path("uuid").asText(), up, inactive ? Math.max(1, links) : links);
        }

        private void write() {
            facts.put("links", links).put("linksUp", up);
            if (!speed.isEmpty()) {
                facts.put("linkGBs", Double.parseDouble(speed));
            }
        }
    }

    /**
     * Describes a GPU, how many of its links are up, and how many it lists; one whose links are all inactive lists at
     * least one.
     */
    public record Links(String uuid, int up, int listed) {}

    public static ToolReport<List<Links>> parse(Output output) {
        SmiLinks links = new SmiLinks();
        links.found.facts().putArray("gpus");
        output.written().forEach(links::take);
        links.gpus.forEach(Gpu::write);
        links.gpus.forEach(links::weigh);
        return links.found.of(output, links.gpus.stream().map(Gpu::links).toList());
    }

    private void take(Output.Line line) {
        String text = line.text().strip();
        boolean below = !gpus.isEmpty() && Character.isWhitespace(line.text().charAt(0));
        boolean read = (below && text.startsWith("Link ")) ? link(gpus.getLast(), text, line) : head(text);
        if (!read
                && (gpus.isEmpty() || !readState(gpus.getLast().facts, line.text()))
                && !SmiErrors.note(found, text)) {
            found.unparsed(line);
        }
    }

    private boolean head(String text) {
        Matcher head = GPU.matcher(text);
        if (!head.matches()) {
            return false;
        }
        ObjectNode node = found.facts().withArray("gpus").addObject();
        node.put("index", Integer.parseInt(head.group(1))).put("name", head.group(2));
        node.put("uuid", head.group(3)).put("links", 0).put("linksUp", 0);
        gpus.add(new Gpu(node));
        return true;
    }

    private boolean link(Gpu gpu, String text, Output.Line line) {
        Matcher link = LINK.matcher(text);
        if (link.matches()) {
            link(gpu, Integer.parseInt(link.group(1)), link.group(2), line);
            return true;
        }
        Matcher can = CAN.matcher(text);
        if (can.matches()) {
            Values.text(of(gpu.facts, "capabilities", can.group(1)), can.group(2), can.group(3));
            return true;
        }
        return false;
    }

    private static ObjectNode of(ObjectNode gpu, String what, String link) {
        return gpu.withObjectProperty(what).withObjectProperty(link);
    }

    private void link(Gpu gpu, int number, String state, Output.Line line) {
        // Most links are listed with their speed alone.
        if (!state.contains(": ") || !named(gpu.facts, number, state)) {
            count(gpu, number, state, line);
        }
    }

    /** Takes a counter of a link, or its other end; false for anything else. */
    private static boolean named(ObjectNode gpu, int number, String state) {
        Matcher remote = REMOTE.matcher(state);
        Matcher counter = COUNTER.matcher(state);
        if (remote.matches()) {
            of(gpu, "remote", Integer.toString(number))
                    .put("device", remote.group(1))
                    .put("link", remote.group(2));
        } else if (counter.matches()) {
            Values.value(of(gpu, "errors", Integer.toString(number)), counter.group(1), counter.group(2));
        } else {
            return false;
        }
        return true;
    }

    private void count(Gpu gpu, int number, String state, Output.Line line) {
        Matcher up = UP.matcher(state);
        gpu.gap |= number != gpu.links;
        gpu.links++;
        if (up.matches()) {
            gpu.up++;
            gpu.speed = up.group(1);
            return;
        }
        gpu.facts.withArray("linksDown").add(number);
        if (!DOWN.matcher(state).matches()) {
            found.unparsed(line);
        }
    }

    private static boolean readState(ObjectNode gpu, String text) {
        if (INACTIVE.matcher(text).find()) {
            gpu.put("state", "all-inactive");
        } else if (text.contains("not supported")) {
            gpu.put("state", "unknown").put("error", text.strip());
        } else if (REFUSED.matcher(text).find()) {
            gpu.put("state", "refused").put("error", text.strip());
        } else {
            return false;
        }
        return true;
    }

    private void weigh(Gpu gpu) {
        ObjectNode facts = gpu.facts;
        String which = "GPU " + facts.path("index").asInt();
        boolean other = facts.has("errors") || facts.has("capabilities") || facts.has("remote");
        String state = facts.path("state").asText(gpu.links == 0 ? "none" : gpu.links == gpu.up ? "up" : "down");
        facts.put("state", other && gpu.links == 0 ? "not-asked" : state);
        if (gpu.gap || fewer(gpu)) {
            found.verdict(ToolVerdict.UNKNOWN, which + ": " + gpu.links + " links are listed, and some are missing");
            found.cut("the output is incomplete");
        }
        switch (gpu.state()) {
            case "up" -> found.verdict(ToolVerdict.PASS, "");
            case "down" ->
                found.verdict(ToolVerdict.FAIL, which + ": " + gpu.up + " of " + gpu.links + " links are up");
            case "all-inactive" -> found.verdict(ToolVerdict.FAIL, which + ": all links are inactive");
            case "refused", "unknown" ->
                found.verdict(
                        ToolVerdict.UNKNOWN, which + ": " + facts.path("error").asText());
            case "not-asked" -> counters(which, facts.path("errors"));
            default -> found.because(which + ": no NVLink");
        }
    }

    /** Each link has the same counters; where one lacks some, what it counts is not known. */
    private void counters(String which, JsonNode errors) {
        LinkCounters.weigh(found, which + ", ", errors);
        Set<List<String>> names = new HashSet<>();
        errors.forEach(link ->
                names.add(link.properties().stream().map(Map.Entry::getKey).toList()));
        if (names.size() > 1) {
            found.verdict(ToolVerdict.UNKNOWN, which + ": the counters of some links are missing");
        }
    }

    /**
     * Returns whether another GPU of the same name has more links, and this one neither refuses them nor has none
     * active.
     */
    private boolean fewer(Gpu gpu) {
        if (gpu.facts.has("error") || gpu.state().equals("all-inactive")) {
            return false;
        }
        JsonNode name = gpu.facts.path("name");
        return gpus.stream()
                .anyMatch(other ->
                        other.links > gpu.links && other.facts.path("name").equals(name));
    }
}
