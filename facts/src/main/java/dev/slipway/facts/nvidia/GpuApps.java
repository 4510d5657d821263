package dev.slipway.facts.nvidia;

import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.List;

/**
 * Parses {@code nvidia-smi --query-compute-apps=pid,process_name --format=csv,noheader}: the processes that compute on
 * a GPU. If there is none, it prints nothing.
 */
public final class GpuApps {
    private static final List<String> COLUMNS = List.of("pid", "process_name");

    private GpuApps() {}

    /** Describes a process by its number and its name, of which only the name may hold commas. */
    public record App(long pid, String name) {}

    /** Returns unknown as soon as one line is no process. */
    public static Reading<List<App>> parse(Output output) {
        if (output.written().isEmpty()) {
            return Reading.of(List.of());
        }
        Reading<List<List<String>>> rows = SmiCsv.rows(output, COLUMNS);
        boolean numbered =
                rows.or(List.of()).stream().allMatch(row -> row.getFirst().matches("[0-9]{1,10}"));
        return numbered
                ? rows.map(all -> all.stream()
                        .map(row -> new App(Long.parseLong(row.getFirst()), row.getLast()))
                        .toList())
                : Reading.unknown("a process without a number");
    }
}
