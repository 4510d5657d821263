package dev.slipway.facts.probe;

import dev.slipway.facts.nvidia.SmiBlocks;
import dev.slipway.facts.nvidia.SmiErrors;
import dev.slipway.facts.tool.Output;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Converts {@code nvidia-smi -q} to the rows that {@code --query-gpu} would have printed. */
final class SavedSmi {
    private static final List<List<String>> KEYS = List.of(
            List.of("GPU UUID"),
            List.of("Serial Number"),
            List.of("Address"),
            List.of("Product Name"),
            List.of("Driver Version"),
            List.of("VBIOS Version"),
            List.of("Persistence Mode"),
            List.of("Compute Mode"),
            List.of(
                    "GPU Power Readings/Current Power Limit",
                    "GPU Power Readings/Power Limit",
                    "Power Readings/Power Limit"),
            List.of("Applications Clocks/Memory"),
            List.of("Applications Clocks/Graphics"),
            List.of("ECC Mode/Current"),
            List.of("MIG Mode/Current"));

    private SavedSmi() {}

    /** Returns one row per GPU; empty as soon as one GPU leaves out one of the values, or the answer is incomplete. */
    static Optional<String> rows(String text) {
        Output output = Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.of(0));
        if (SmiErrors.reason(output).isPresent() || !SmiQuery.parse(output).known()) {
            return Optional.empty();
        }
        SmiBlocks report = SmiBlocks.of(output.lines());
        List<Map<String, String>> gpus = report.values();
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < gpus.size(); i++) {
            List<String> cells = cells(i, gpus.get(i), report.head());
            if (cells.contains("")) {
                return Optional.empty();
            }
            rows.append(String.join(", ", cells)).append('\n');
        }
        return Optional.of(rows.toString());
    }

    private static List<String> cells(int index, Map<String, String> gpu, Map<String, String> head) {
        List<String> cells = new ArrayList<>(List.of(Integer.toString(index)));
        for (List<String> names : KEYS) {
            String value = names.stream()
                    .map(name -> gpu.getOrDefault(name, head.getOrDefault(name, "")))
                    .filter(found -> !found.isEmpty())
                    .findFirst()
                    .orElse("");
            cells.add(value.equals("N/A") ? "[N/A]" : value.replace(',', ';'));
        }
        return cells;
    }
}
