package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.facts.tool.Values;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Parses {@code nvidia-smi --query-…=… --format=csv}, with or without header and units. A row with another number of
 * cells than the rest is refused: its columns cannot be assigned.
 */
public final class SmiCsv {
    private static final Pattern COLUMN = Pattern.compile("[A-Za-z][\\w.-]*(?: \\[[^\\]\\s]{1,12}])?");
    private static final Pattern UNIT = Pattern.compile(" \\[[^\\]\\s]{1,12}]$");
    private static final Pattern SURE = Pattern.compile(".*[._].*|.* \\[.*|index|name|uuid|count|serial|pid|timestamp");
    private static final Pattern MEASURE = Pattern.compile("[0-9.]+ (MiB|W|MHz|%|KB/s|C)");
    private static final Pattern MASK = Pattern.compile("0x[0-9a-fA-F]{16}");
    private static final long HARDWARE = 0x8;
    private static final long HEAT = 0x40;
    private static final long POWER_BRAKE = 0x80;
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

    /** Holds the columns without their units. */
    private final List<String> names;

    /** Holds the items of health that each column is, under any release's name. */
    private final List<List<HealthItem>> items;

    private final Findings found;
    private final SmiHealth health;
    private int row;

    private SmiCsv(List<String> columns, String format) {
        this.columns = columns;
        this.names = columns.stream()
                .map(column -> column.endsWith("]") ? UNIT.matcher(column).replaceFirst("") : column)
                .toList();
        this.items = names.stream()
                .map(name -> name.replace("clocks_throttle_reasons", "clocks_event_reasons"))
                .map(name -> HealthItem.BY_COLUMN.getOrDefault(name, List.of()))
                .toList();
        this.found = new Findings(format);
        this.health = new SmiHealth(found);
    }

    /**
     * Returns the cells of each row, as they are, of a query for these columns that was printed without a header
     * ({@code noheader}). Nothing at all is no row.
     */
    public static Reading<List<List<String>>> rows(Output output, List<String> columns) {
        SmiCsv csv = new SmiCsv(columns, format(columns));
        List<List<String>> rows = new ArrayList<>();
        csv.rows(output.written(), rows::add);
        return csv.found.of(output, List.copyOf(rows)).whole();
    }

    static ToolReport<?> parse(Output output) {
        List<Output.Line> lines = new ArrayList<>(output.written());
        int head = 0;
        while (head < lines.size() && !header(lines.get(head).text())) {
            head++;
        }
        List<String> columns = head < lines.size() ? cells(lines.get(head).text()) : List.of();
        SmiCsv csv = new SmiCsv(columns, format(columns));
        if (!columns.isEmpty()) {
            lines.remove(head);
            csv.found.facts().put("columns", columns.size());
        }
        csv.found.facts().putArray("rows");
        csv.rows(lines, csv::row);
        csv.meaning();
        csv.health.close(output, csv.counted());
        return csv.found.of(output);
    }

    /** Returns whether there are as many rows as the tool counts GPUs, if that was requested. */
    private boolean counted() {
        JsonNode counts = found.facts().path("rows");
        boolean all = row > 0;
        for (JsonNode read : counts) {
            long count = read.path("count").asLong(-1);
            all &= count == row;
            if (count > row) {
                found.verdict(
                        ToolVerdict.UNKNOWN, "the tool counts " + count + " GPUs, and " + row + " rows are there");
            }
        }
        return all;
    }

    private static String format(List<String> columns) {
        if (columns.contains("retired_pages.address")) {
            return "nvidia-smi --query-retired-pages csv";
        }
        return columns.contains("pid") ? "nvidia-smi --query-compute-apps csv" : "nvidia-smi --query-gpu csv";
    }

    static boolean header(String line) {
        List<String> cells = cells(line);
        return cells.stream().allMatch(c -> COLUMN.matcher(c).matches())
                && cells.stream().anyMatch(c -> SURE.matcher(c).matches());
    }

    /** Returns whether these are a column's name and its values. */
    static boolean single(Output output) {
        List<Output.Line> lines = output.written();
        return lines.size() > 1
                && header(lines.getFirst().text())
                && lines.stream().skip(1).noneMatch(line -> line.text().strip().contains(": "));
    }

    static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        int from = 0;
        for (int comma = line.indexOf(','); comma >= 0; comma = line.indexOf(',', from)) {
            cells.add(line.substring(from, comma).strip());
            from = comma + 1;
        }
        cells.add(line.substring(from).strip());
        return List.copyOf(cells);
    }

    private void rows(List<Output.Line> lines, Consumer<List<String>> taken) {
        List<Output.Line> data = new ArrayList<>();
        for (Output.Line line : lines) {
            List<String> cells = cells(line.text());
            boolean row = columns.size() > 1 && merged(cells, columns.size()).size() == columns.size();
            boolean failedCells = cells.size() > 1
                    && cells.stream().anyMatch(c -> SmiErrors.inCell(c).isPresent());
            boolean rowLike = row || failedCells;
            if (rowLike || !SmiErrors.note(found, line.text().strip())) {
                data.add(line);
            }
        }
        int width = columns.isEmpty() ? common(data) : columns.size();
        for (Output.Line line : data) {
            List<String> cells = merged(cells(line.text()), width);
            if (width == 0
                    || cells.size() != width
                    || (columns.size() == 1 && !line.text().strip().matches("[^:]{1,80}"))) {
                found.unparsed(line);
                if (line.text().contains(",")) {
                    found.verdict(
                            ToolVerdict.UNKNOWN,
                            "line " + line.number() + " has " + cells.size() + " cells"
                                    + (width == 0 ? ", others have other numbers" : " of " + width));
                }
            } else {
                row++;
                sick(cells);
                taken.accept(cells);
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

    /** Returns the number of cells that all rows have; 0 if they differ. */
    private static int common(List<Output.Line> data) {
        List<Integer> widths = data.stream()
                .map(l -> cells(l.text()).size())
                .filter(n -> n > 1)
                .distinct()
                .toList();
        return widths.size() == 1 ? widths.getFirst() : 0;
    }

    private void row(List<String> cells) {
        ObjectNode node = found.facts().withArray("rows").addObject();
        int nulls = 0;
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            nulls += cell.equals("[N/A]") ? 1 : 0;
            if (columns.isEmpty()) {
                ArrayNode values = node.withArray("cells");
                if (Values.absent(cell)) {
                    values.addNull();
                } else {
                    values.add(cell);
                }
            } else {
                String column = names.get(i);
                items.get(i).forEach(item -> places.put(item.path(), cell));
                named(node, column, cell);
            }
            boolean active = columns.isEmpty() || columns.get(i).endsWith("reasons.active");
            if (active && MASK.matcher(cell).matches()) {
                reasons(node, cell);
            }
        }
        node.put("nulls", nulls);
        String bus = cell(cells, "pci.bus_id", cell(cells, "gpu_bus_id", ""));
        health.weigh(bus.isEmpty() ? "row " + row + " (" + cells.getFirst() + ")" : Pci.address(bus), places);
    }

    private String cell(List<String> cells, String column, String otherwise) {
        int at = names.lastIndexOf(column);
        return at < 0 ? otherwise : cells.get(at);
    }

    private void named(ObjectNode node, String column, String cell) {
        boolean unit = cell.indexOf(' ') > 0 && MEASURE.matcher(cell).matches();
        if (AS_TEXT.contains(column) || cell.isEmpty()) {
            node.put(column, cell);
        } else if (unit) {
            Values.number(node, column, cell);
        } else {
            Values.value(node, column, cell);
        }
    }

    private void sick(List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            // A process whose name may not be read has one all the same.
            boolean name = !columns.isEmpty() && columns.get(i).equals("process_name");
            SmiErrors.inCell(cells.get(i)).filter(kind -> !name).ifPresent(kind -> sick(kind, cells));
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
        found.verdict(SmiErrors.ofCell(kind), "row " + row + ": " + kind + " (" + cells.getFirst() + ")");
    }

    private void reasons(ObjectNode node, String mask) {
        long bits = Long.parseUnsignedLong(mask.substring(2), 16);
        ArrayNode names = node.putArray("clocksEventReasons");
        for (int bit = 0; bit < REASONS.size(); bit++) {
            if ((bits & (1L << bit)) != 0) {
                names.add(REASONS.get(bit));
            }
        }
        if ((bits & HEAT) != 0 || ((bits & HARDWARE) != 0 && (bits & POWER_BRAKE) == 0)) {
            health.slowed(
                    "row " + row,
                    String.join(", ", names.valueStream().map(JsonNode::asText).toList()));
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
