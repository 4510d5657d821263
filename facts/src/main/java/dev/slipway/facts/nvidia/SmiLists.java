package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code nvidia-smi -L}, {@code --version} and {@code topo -m}. */
final class SmiLists {
    private static final Pattern MIG =
            Pattern.compile("\\s+MIG (\\S+)\\s+Device\\s+([0-9]{1,3}): \\(UUID: ([^)]*)\\)\\s*");
    private static final Pattern VERSION = Pattern.compile("([A-Za-z-]+(?: [A-Za-z]+)* [Vv]ersion)\\s*: (.*)");
    private static final Pattern NUMBER = Pattern.compile("^([0-9]+(?:\\.[0-9]+){1,3})");
    private static final Pattern LEGEND = Pattern.compile(
            "Legend:|NIC Legend:|\\s{2}(X|SYS|NODE|PHB|PXB|PIX|NV#|NIC[0-9]+)\\s*[=:].*|\\s+NIC[0-9]+: .*");

    private SmiLists() {}

    static Parsed gpus(Output output) {
        Findings found = new Findings("nvidia-smi -L");
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
            } else if (head.matches()) {
                gpu = Optional.of(found.facts().withArray("gpus").addObject());
                gpu.get().put("index", Integer.parseInt(head.group(1))).put("name", head.group(2));
                gpu.get().put("uuid", head.group(3));
            } else if (!SmiErrors.note(found, line.text().strip())) {
                found.unparsed(line);
            }
        }
        return found.of(output);
    }

    /** Since 610 some keys hold prose that names the key to read instead. */
    static Parsed version(Output output) {
        Findings found = new Findings("nvidia-smi --version");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            Matcher version = VERSION.matcher(line.text().strip());
            Optional<String> number = version.matches() ? Text.first(NUMBER, version.group(2)) : Optional.empty();
            if (!version.matches()) {
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

    static Parsed topology(Output output) {
        Findings found = new Findings("nvidia-smi topo -m");
        List<String> columns = List.of();
        for (Output.Line line : output.written()) {
            List<String> cells = Arrays.stream(line.text().split("\\t", -1))
                    .map(String::strip)
                    .toList();
            if (columns.isEmpty()
                    && line.text().contains("GPU0")
                    && !cells.getFirst().equals("GPU0")) {
                columns = cells;
            } else if (cells.getFirst().matches("(GPU|NIC)[0-9]{1,3}") && cells.size() > 1) {
                row(found, cells, columns);
            } else if (!LEGEND.matcher(line.text()).matches()) {
                found.unparsed(line);
            }
        }
        return found.of(output);
    }

    private static void row(Findings found, List<String> cells, List<String> columns) {
        ObjectNode device = found.facts().withArray("devices").addObject().put("name", cells.getFirst());
        boolean gpu = cells.getFirst().startsWith("GPU");
        if (gpu) {
            found.facts().put("gpus", found.facts().path("gpus").asInt(0) + 1);
        }
        for (int i = 1; i < Math.min(cells.size(), columns.size()); i++) {
            switch (columns.get(i)) {
                case "CPU Affinity" -> put(device, "cpuAffinity", cells.get(i));
                case "NUMA Affinity" -> put(device, "numaAffinity", cells.get(i));
                case "GPU NUMA ID" -> put(device, "gpuNumaId", cells.get(i));
                case "" -> {
                    // A column that only keeps others apart.
                }
                default -> put(device.withObjectProperty("paths"), columns.get(i), cells.get(i));
            }
        }
    }

    private static void put(ObjectNode into, String key, String cell) {
        dev.slipway.facts.output.Values.text(into, key, cell);
    }
}
