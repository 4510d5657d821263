package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code nvidia-smi -L}, {@code --version} and {@code topo -m}. */
public final class SmiLists {
    private static final Pattern MIG =
            Pattern.compile("\\s+MIG (\\S+)\\s+Device\\s+([0-9]{1,3}): \\(UUID: ([^)]*)\\)\\s*");
    private static final Pattern VERSION = Pattern.compile("([A-Za-z-]+(?: [A-Za-z]+)* [Vv]ersion)\\s*: (.*)");
    private static final Pattern NUMBER = Pattern.compile("^([0-9]+(?:\\.[0-9]+){1,3})");
    private static final Pattern LEGEND = Pattern.compile(
            "Legend:|NIC Legend:|\\s{2}(X|SYS|NODE|PHB|PXB|PIX|NV#|NIC[0-9]+)\\s*[=:].*|\\s+NIC[0-9]+: .*");

    private static final Pattern HEADER = Pattern.compile("^\\s+GPU[0-9]{1,3}\\b");
    private static final Pattern DEVICE = Pattern.compile("(?:GPU|NIC)[0-9]{1,3}|mlx[0-9a-z_]{1,20}");
    private static final Pattern COLUMN = Pattern.compile("CPU Affinity|NUMA Affinity|GPU NUMA ID|\\S+");

    private SmiLists() {}

    /** Describes a GPU and the profiles of its MIG devices. */
    public record Listed(String uuid, List<String> profiles) {}

    /** Parses {@code nvidia-smi -L}. */
    public static ToolReport<List<Listed>> gpus(Output output) {
        Findings found = new Findings("nvidia-smi -L");
        List<Listed> listed = new ArrayList<>();
        found.facts().putArray("gpus");
        Optional<ObjectNode> gpu = Optional.empty();
        for (Output.Line line : output.written()) {
            Matcher head = SmiLinks.GPU.matcher(line.text().strip());
            Matcher mig = MIG.matcher(line.text());
            if (mig.matches() && gpu.isPresent()) {
                gpu.get()
                        .withArray("mig")
                        .addObject()
                        .put("profile", mig.group(1))
                        .put("device", Integer.parseInt(mig.group(2)))
                        .put("uuid", mig.group(3));
                listed.getLast().profiles().add(mig.group(1));
            } else if (head.matches()) {
                gpu = Optional.of(found.facts().withArray("gpus").addObject());
                gpu.get().put("index", Integer.parseInt(head.group(1))).put("name", head.group(2));
                gpu.get().put("uuid", head.group(3));
                listed.add(new Listed(head.group(3), new ArrayList<>()));
            } else if (!SmiErrors.note(found, line.text().strip())) {
                found.unparsed(line);
            }
        }
        return found.of(output, List.copyOf(listed));
    }

    /** Parses the version; since 610 some keys hold prose that names the key to read instead. */
    static ToolReport<?> version(Output output) {
        Findings found = new Findings("nvidia-smi --version");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            Matcher version = VERSION.matcher(line.text().strip());
            Optional<String> number = version.matches() ? Text.first(NUMBER, version.group(2)) : Optional.empty();
            if (!version.matches() && !SmiErrors.note(found, line.text().strip())) {
                found.unparsed(line);
            }
            number.ifPresent(n -> facts.put(key(version.group(1)), n));
        }
        if (facts.has("kmdVersion")) {
            facts.put("driverVersion", facts.path("kmdVersion").asText());
        }
        if (facts.has("cudaUmdVersion")) {
            facts.put("cudaVersion", facts.path("cudaUmdVersion").asText());
        }
        return found.of(output);
    }

    private static String key(String printed) {
        return switch (printed.toLowerCase(Locale.ROOT)) {
            case "nvidia-smi version" -> "smiVersion";
            case "nvml version" -> "nvmlVersion";
            case "driver version" -> "driverVersion";
            case "cuda version" -> "cudaVersion";
            case "kmd version" -> "kmdVersion";
            case "cuda umd version" -> "cudaUmdVersion";
            default -> printed.replace(' ', '-');
        };
    }

    /** The matrix stands between tabs, or between blanks where a terminal or a paste replaced them. */
    static ToolReport<?> topology(Output output) {
        Findings found = new Findings("nvidia-smi topo -m");
        List<String> columns = List.of();
        for (Output.Line line : output.written()) {
            String text = line.text();
            List<String> cells = List.of(text.strip().split("\\s+"));
            if (columns.isEmpty() && HEADER.matcher(text).find()) {
                columns = COLUMN.matcher(text).results().map(MatchResult::group).toList();
            } else if (DEVICE.matcher(cells.getFirst()).matches() && cells.size() > 1 && !columns.isEmpty()) {
                if (!row(found, text, columns)) {
                    found.unparsed(line);
                    found.verdict(ToolVerdict.UNKNOWN, "line " + line.number() + " has other columns than the head");
                }
            } else if (!LEGEND.matcher(text).matches() && !SmiErrors.note(found, text.strip())) {
                found.unparsed(line);
            }
        }
        Set<String> rows = new HashSet<>();
        found.facts()
                .path("devices")
                .forEach(device -> rows.add(device.path("name").asText()));
        List<String> missing = columns.stream()
                .filter(column -> DEVICE.matcher(column).matches() && !rows.contains(column))
                .toList();
        if (columns.isEmpty() || !missing.isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, columns.isEmpty() ? "no head" : "no row of " + missing.getFirst());
            found.cut("the output is incomplete");
        }
        return found.of(output);
    }

    /** Parses a row; returns false if the cells cannot be assigned. */
    private static boolean row(Findings found, String text, List<String> columns) {
        List<String> cells = List.of(text.strip().split("\\s+"));
        if (cells.size() != columns.size() + 1 && text.contains("\t")) {
            cells = Arrays.stream(text.strip().split("\\t", -1))
                    .map(String::strip)
                    .toList();
        }
        boolean gpu = cells.getFirst().startsWith("GPU");
        long devices = columns.stream()
                .filter(column -> DEVICE.matcher(column).matches())
                .count();
        if (cells.size() <= (gpu ? columns.size() : devices)) {
            return false;
        }
        ObjectNode device = found.facts().withArray("devices").addObject().put("name", cells.getFirst());
        if (gpu) {
            found.facts().put("gpus", found.facts().path("gpus").asInt(0) + 1);
        }
        for (int i = 0; i < Math.min(columns.size(), cells.size() - 1); i++) {
            String cell = cells.get(i + 1);
            switch (columns.get(i)) {
                case "CPU Affinity" -> Values.text(device, "cpuAffinity", cell);
                case "NUMA Affinity" -> Values.text(device, "numaAffinity", cell);
                case "GPU NUMA ID" -> Values.text(device, "gpuNumaId", cell);
                default -> Values.text(device.withObjectProperty("paths"), columns.get(i), cell);
            }
        }
        return true;
    }
}
