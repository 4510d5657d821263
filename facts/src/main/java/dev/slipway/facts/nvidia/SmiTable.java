package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the table that {@code nvidia-smi} prints without options. Each GPU has three rows. A table without a fault
 * proves nothing about the fabric: no verdict is a pass.
 */
final class SmiTable {
    private static final Pattern HEAD = Pattern.compile(
            "NVIDIA-SMI ([0-9.]+)\\s+(?:Driver|KMD) Version: ([0-9.]+|N/A)(?:\\s+CUDA (?:UMD )?Version: (\\S+))?");
    private static final Pattern GPU = Pattern.compile(
            "\\|\\s*([0-9]{1,4})\\s+(\\S.*?)\\s+(On|Off|N/A|ERR!)?\\s*\\|\\s*([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-F"
                    + "a-f]{2}\\.[0-7])(?:\\s+(On|Off|N/A|ERR!)?\\s*(?:\\|\\s*(\\S.*?)?\\s*\\|?)?)?");
    private static final Pattern ROW = Pattern.compile("(?m)^\\s*" + GPU.pattern());
    private static final Pattern MEMORY = Pattern.compile("([0-9]{1,12})Mi?B\\s*/\\s*([0-9]{1,12})Mi?B");
    private static final Pattern MIG_ROW = Pattern.compile(
            "\\|\\s*([0-9]{1,4})\\s+([0-9]{1,3})\\s+([0-9]{1,3})\\s+([0-9]{1,3})\\s+\\|[^|]*\\|\\s*\\S+\\s+([0-9]+"
                    + "|N/A)\\b.*");
    private static final Pattern PROCESS = Pattern.compile(
            "\\|\\s*([0-9]{1,4})\\s+(?:(N/A|[0-9]+)\\s+(N/A|[0-9]+)\\s+)?([0-9]{1,10})\\s+([CGM+]{1,5})\\s+(.*?)\\s+("
                    + "[0-9]+MiB|N/A)\\s*\\|");
    private static final Pattern TITLE = Pattern.compile(
            "\\|\\s+(GPU|Fan|Processes|Compute processes|MIG devices|No running processes found|ID|Shared)\\b.*"
                    + "|[|+][-=+|]+|.*\\|\\s*(ID|MIG M\\.|ECC)\\s*\\|.*|\\|[ |]+\\||\\|\\s+ID\\s.*"
                    + "|\\|\\s+\\|\\s+[0-9]+MiB.*");
    private static final Pattern DATE = Pattern.compile("[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]{1,2} .*");

    private final Findings found = new Findings("nvidia-smi table");
    private Optional<ObjectNode> gpu = Optional.empty();
    private final Map<Integer, Integer> rows = new HashMap<>();
    private boolean open = true;
    private boolean narrow;
    private boolean migColumn;
    private boolean mig;

    private SmiTable() {}

    /** Returns whether a line is the row of a GPU, with a head above it or without. */
    static boolean in(String text) {
        return ROW.matcher(text).find();
    }

    static ToolReport<?> parse(Output output) {
        SmiTable table = new SmiTable();
        table.found.facts().putArray("gpus");
        table.found.facts().putArray("processes");
        output.written().forEach(table::take);
        if (table.narrow) {
            table.found.verdict(ToolVerdict.UNKNOWN, "").narrowed("the lines are cut on the right");
        }
        table.missing()
                .ifPresent(
                        reason -> table.found.verdict(ToolVerdict.UNKNOWN, "").cut(reason));
        return table.found.of(output);
    }

    /** Returns what is missing although the rest of the table announces it. */
    private Optional<String> missing() {
        ObjectNode facts = found.facts();
        Set<Integer> indices = new HashSet<>();
        for (JsonNode read : facts.path("gpus")) {
            indices.add(read.path("index").asInt());
            if (rows.getOrDefault(read.path("index").asInt(), 0) < (migColumn ? 2 : 1)) {
                return Optional.of("GPU " + read.path("index").asInt() + " lacks rows");
            }
        }
        for (JsonNode process : facts.path("processes")) {
            if (!indices.contains(process.path("gpu").asInt())) {
                return Optional.of("GPU " + process.path("gpu").asInt() + " has a process and no row");
            }
        }
        if (!facts.has("smiVersion")) {
            return Optional.of("the table has no head");
        }
        return open || indices.isEmpty() ? Optional.of("the table has no end") : Optional.empty();
    }

    private void take(Output.Line line) {
        String text = line.text().strip();
        Matcher head = HEAD.matcher(text);
        Matcher row = GPU.matcher(text);
        Matcher process = PROCESS.matcher(text);
        boolean border = text.startsWith("+--");
        boolean ours = border || text.startsWith("|");
        open = ours ? !border : open;
        narrow |= ours && !text.endsWith("|") && !text.endsWith("+");
        migColumn |= text.contains("MIG M.");
        if (head.find()) {
            Values.text(found.facts(), "smiVersion", head.group(1));
            Values.text(found.facts(), "driverVersion", head.group(2));
            Values.text(found.facts(), "cudaVersion", head.group(3) == null ? "" : head.group(3));
        } else if (row.matches()) {
            gpu(row);
        } else if (process.matches()) {
            process(process);
        } else if (mig && MIG_ROW.matcher(text).matches()) {
            migDevices(text);
        } else if (text.contains("MIG devices:")) {
            mig = true;
            gpu = Optional.empty();
        } else if (!detail(text)
                && !TITLE.matcher(text).matches()
                && !DATE.matcher(text).matches()) {
            other(line, text);
        }
    }

    private void other(Output.Line line, String text) {
        if (!text.startsWith("|") && SmiErrors.note(found, text)) {
            return;
        }
        found.unparsed(line);
        if (text.contains("ERR!")) {
            found.verdict(ToolVerdict.WARN, "line " + line.number() + ": a reading is ERR!");
        }
    }

    private void migDevices(String row) {
        Matcher uncorrectable = MIG_ROW.matcher(row);
        if (uncorrectable.matches() && uncorrectable.group(5).matches("0*[1-9][0-9]*")) {
            found.verdict(
                    ToolVerdict.FAIL,
                    "GPU " + uncorrectable.group(1) + ": uncorrectable errors of a MIG device: "
                            + uncorrectable.group(5));
        }
        found.facts().put("migDevices", found.facts().path("migDevices").asInt(0) + 1);
    }

    private void gpu(Matcher row) {
        ObjectNode node = found.facts().withArray("gpus").addObject();
        node.put("index", Integer.parseInt(row.group(1))).put("name", row.group(2));
        node.put("nameCut", row.group(2).endsWith("..."));
        node.put("address", Pci.address(row.group(4)));
        Values.text(node, "persistence", row.group(3) == null ? "" : row.group(3));
        Values.value(node, "uncorrectedEcc", row.group(6) == null ? "" : row.group(6));
        if (node.path("uncorrectedEcc").asLong(0) > 0) {
            found.verdict(
                    ToolVerdict.FAIL,
                    "GPU " + row.group(1) + ": uncorrectable errors since the driver was loaded: " + row.group(6));
        }
        err(node, row.group());
        gpu = Optional.of(node);
    }

    /** Returns the second and third row of a GPU. */
    private boolean detail(String text) {
        if (gpu.isEmpty() || !text.startsWith("|") || text.contains("rocesses")) {
            gpu = text.startsWith("+") ? Optional.empty() : gpu;
            return false;
        }
        ObjectNode node = gpu.get();
        if (text.contains("+") && text.matches("\\|[-=+|]+")) {
            return false;
        }
        rows.merge(node.path("index").asInt(), 1, Integer::sum);
        List<String> cells =
                Arrays.stream(text.split("\\|", -1)).map(String::strip).toList();
        Matcher memory = MEMORY.matcher(text);
        if (memory.find() && !node.has("memoryUsedMiB")) {
            node.put("memoryUsedMiB", Long.parseLong(memory.group(1)));
            node.put("memoryTotalMiB", Long.parseLong(memory.group(2)));
            second(node, cells);
        } else if (cells.size() >= 4 && !cells.get(3).isEmpty() && !text.contains("ERR!") && !node.has("migMode")) {
            node.put("migMode", cells.get(3));
            if (Values.absent(cells.get(3))) {
                node.putNull("migMode");
            }
        }
        err(node, text);
        return true;
    }

    private static void second(ObjectNode node, List<String> cells) {
        if (cells.size() < 4) {
            return;
        }
        String[] left = cells.get(1).split("\\s+", 3);
        if (left.length == 3) {
            Values.text(node, "fan", left[0]);
            figure(node, "temperature", left[1]);
        }
        String[] right = cells.get(3).split("\\s+", 2);
        figure(node, "utilisation", right[0]);
        if (right.length > 1) {
            node.put("computeMode", right[1]);
        }
    }

    private static void figure(ObjectNode node, String key, String cell) {
        if (Values.absent(cell)) {
            node.putNull(key);
        } else {
            Values.number(node, key, cell);
        }
    }

    private void err(ObjectNode node, String text) {
        if (text.contains("ERR!")) {
            node.put("err", true);
            found.verdict(ToolVerdict.WARN, "GPU " + node.path("index").asInt() + ": a reading is ERR!");
        }
        if (SmiError.in(text).isPresent()) {
            found.verdict(ToolVerdict.FAIL, "GPU " + node.path("index").asInt() + ": " + Text.shorten(text, 160));
        }
    }

    private void process(Matcher row) {
        ObjectNode process = found.facts().withArray("processes").addObject();
        process.put("gpu", Integer.parseInt(row.group(1)));
        Values.value(process, "gpuInstance", row.group(2) == null ? "" : row.group(2));
        Values.value(process, "computeInstance", row.group(3) == null ? "" : row.group(3));
        process.put("pid", Long.parseLong(row.group(4))).put("type", row.group(5));
        process.put("name", Text.shorten(row.group(6), 200));
        figure(process, "memoryMiB", row.group(7));
    }
}
