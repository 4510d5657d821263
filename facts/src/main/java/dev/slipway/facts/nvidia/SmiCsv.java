package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code nvidia-smi --query-…=… --format=csv}, with or without header and units. A row with another number of cells than
 * the rest is refused: its columns cannot be told apart.
 */
final class SmiCsv {
    private static final Pattern COLUMN = Pattern.compile("[A-Za-z][\\w.-]*(?: \\[[^\\]\\s]{1,12}])?");
    private static final Pattern UNIT = Pattern.compile(" \\[[^\\]\\s]{1,12}]$");
    private static final Pattern SURE = Pattern.compile(".*[._].*|.* \\[.*|index|name|uuid|count|serial|pid|timestamp");
    private static final Pattern MASK = Pattern.compile("0x[0-9a-fA-F]{16}");
    private static final Set<String> AS_TEXT =
            Set.of("driver_version", "kmd_version", "vbios_version", "serial", "gpu_serial", "timestamp");
    private static final List<String> REASONS = List.of(
            "gpu_idle",
            "applications_clocks_setting",
            "sw_power_cap",
            "hw_slowdown",
            "sync_boost",
            "sw_thermal_slowdown",
            "hw_thermal_slowdown",
            "hw_power_brake_slowdown",
            "display_clock_setting");

    private final List<String> columns;
    private final Findings found;
    private int row;

    private SmiCsv(List<String> columns, String format) {
        this.columns = columns;
        this.found = new Findings(format);
    }

    static Parsed parse(Output output) {
        List<Output.Line> lines = new ArrayList<>(output.written());
        int head = 0;
        while (head < lines.size() && !header(cells(lines.get(head).text()))) {
            head++;
        }
        List<String> columns = head < lines.size() ? cells(lines.get(head).text()) : List.of();
        SmiCsv csv = new SmiCsv(columns, format(columns));
        if (!columns.isEmpty()) {
            lines.remove(head);
            csv.found.facts().put("columns", columns.size());
        }
        csv.found.facts().putArray("rows");
        csv.rows(lines);
        csv.meaning();
        return csv.found.of(output);
    }

    private static String format(List<String> columns) {
        if (columns.contains("retired_pages.address")) {
            return "nvidia-smi --query-retired-pages csv";
        }
        return columns.contains("pid") ? "nvidia-smi --query-compute-apps csv" : "nvidia-smi --query-gpu csv";
    }

    private static boolean header(List<String> cells) {
        return cells.stream().allMatch(c -> COLUMN.matcher(c).matches())
                && cells.stream().anyMatch(c -> SURE.matcher(c).matches());
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }

    private void rows(List<Output.Line> lines) {
        List<Output.Line> data = lines.stream()
                .filter(l ->
                        !SmiErrors.note(found, l.text().strip()) || l.text().contains(", ["))
                .toList();
        int width = columns.isEmpty() ? common(data) : columns.size();
        for (Output.Line line : data) {
            List<String> cells = merged(cells(line.text()), width);
            if (width == 0 || cells.size() != width) {
                found.unparsed(line);
                if (line.text().contains(",")) {
                    found.verdict(
                            ToolVerdict.UNKNOWN,
                            "line " + line.number() + " has " + cells.size() + " cells"
                                    + (width == 0 ? ", others have other numbers" : " of " + width));
                }
            } else {
                row(cells);
            }
        }
    }

    /** Only a process name can hold commas of its own. */
    private List<String> merged(List<String> cells, int width) {
        int at = columns.indexOf("process_name");
        if (at < 0 || cells.size() <= width) {
            return cells;
        }
        int extra = cells.size() - width;
        List<String> merged = new ArrayList<>(cells.subList(0, at));
        merged.add(String.join(", ", cells.subList(at, at + extra + 1)));
        merged.addAll(cells.subList(at + extra + 1, cells.size()));
        return merged;
    }

    /** The number of cells that all rows have; 0 where they differ. */
    private static int common(List<Output.Line> data) {
        List<Integer> widths = data.stream()
                .map(l -> cells(l.text()).size())
                .filter(n -> n > 1)
                .distinct()
                .toList();
        return widths.size() == 1 ? widths.getFirst() : 0;
    }

    private void row(List<String> cells) {
        row++;
        ObjectNode node = found.facts().withArray("rows").addObject();
        int nulls = 0;
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            nulls += cell.equals("[N/A]") ? 1 : 0;
            Optional<String> sick = SmiErrors.inCell(cell);
            sick.ifPresent(kind -> sick(kind, cells));
            if (columns.isEmpty()) {
                ArrayNode values = node.withArray("cells");
                if (Values.absent(cell) || sick.isPresent()) {
                    values.addNull();
                } else {
                    values.add(cell);
                }
            } else {
                named(node, UNIT.matcher(columns.get(i)).replaceFirst(""), cell, sick.isPresent());
            }
            boolean active = columns.isEmpty() || columns.get(i).endsWith("reasons.active");
            if (active && MASK.matcher(cell).matches()) {
                reasons(node, cell);
            }
        }
        node.put("nulls", nulls);
    }

    private void named(ObjectNode node, String column, String cell, boolean sick) {
        boolean unit = cell.matches("[0-9.]+ (MiB|W|MHz|%|KB/s|C)");
        if (sick) {
            node.putNull(column);
        } else if (AS_TEXT.contains(column) || cell.isEmpty()) {
            node.put(column, cell);
        } else if (unit && !Values.absent(cell)) {
            Values.number(node, column, cell);
        } else {
            Values.value(node, column, cell);
        }
    }

    private void sick(String kind, List<String> cells) {
        ObjectNode facts = found.facts();
        if (!facts.has("firstFailedRow")) {
            facts.put("firstFailedRow", row);
        }
        if (!facts.has("error")) {
            facts.put("error", kind);
        }
        found.verdict(ToolVerdict.FAIL, "row " + row + ": " + kind + " (" + cells.getFirst() + ")");
    }

    private void reasons(ObjectNode node, String mask) {
        long bits = Long.parseUnsignedLong(mask.substring(2), 16);
        ArrayNode names = node.putArray("clocksEventReasons");
        for (int bit = 0; bit < REASONS.size(); bit++) {
            if ((bits & (1L << bit)) != 0) {
                names.add(REASONS.get(bit));
            }
        }
        if ((bits & 0x48) != 0) {
            found.verdict(ToolVerdict.WARN, "row " + row + ": the hardware slows the GPU down");
        }
    }

    private void meaning() {
        ObjectNode facts = found.facts();
        if (columns.contains("pid")) {
            facts.put("processes", row).put("busy", row > 0);
        } else if (columns.contains("retired_pages.address")) {
            int pages = 0;
            for (var read : facts.path("rows")) {
                pages += read.path("retired_pages.address").isNull() ? 0 : 1;
            }
            facts.put("retiredPages", pages).put("supported", row == 0 || pages > 0);
        }
        if (row == 0 && !facts.has("error")) {
            found.verdict(ToolVerdict.UNKNOWN, "no row was read");
        }
    }
}
