package dev.slipway.facts.probe;

import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.SmiCsv;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Values;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the answer of {@code nvidia-smi --query-gpu=…} to the fields of the probe: one row per GPU. */
record SmiGpus(List<Row> rows) {
    /** Lists the fields of the probe's query, in its order. */
    private static final List<String> COLUMNS = List.of(
            "index",
            "uuid",
            "serial",
            "pci.bus_id",
            "name",
            "driver_version",
            "vbios_version",
            "persistence_mode",
            "compute_mode",
            "power.limit",
            "clocks.applications.memory",
            "clocks.applications.graphics",
            "ecc.mode.current",
            "mig.mode.current");

    private static final Pattern UUID = Pattern.compile("GPU-[0-9a-fA-F-]{8,64}");
    private static final Pattern BDF = Pattern.compile("[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]");
    private static final Pattern MEASURE = Pattern.compile("(?i)([0-9]+(?:\\.[0-9]+)?)(?: (?:W|MHz))?");
    private static final Pattern VERSION = Pattern.compile("[0-9]+(\\.[0-9]+)+");

    /** Holds the cells of one GPU in the order of the query. */
    record Row(List<String> cells) {
        String uuid() {
            return cells.get(1);
        }

        String bdf() {
            return Pci.address(cells.get(3));
        }

        String driver() {
            return cells.get(5);
        }

        String vbios() {
            return cells.get(6);
        }

        String mig() {
            return cells.get(13);
        }

        Gpu gpu(Gpu.Health health) {
            return new Gpu(Integer.parseInt(cells.get(0)), uuid(), cells.get(2), bdf(), cells.get(4), driver(), health);
        }
    }

    static Reading<SmiGpus> parse(Output output) {
        Reading<List<List<String>>> cells = SmiCsv.rows(output, COLUMNS);
        if (cells.value().isEmpty()) {
            return Reading.unknown(cells.error());
        }
        List<Row> rows = cells.value().get().stream().map(Row::new).toList();
        Optional<Row> strange = rows.stream().filter(row -> !sound(row)).findFirst();
        boolean twice = rows.stream().map(Row::uuid).distinct().count() < rows.size();
        if (strange.isPresent()) {
            return Reading.unknown("not a row of a GPU: "
                    + Text.shorten(String.join(", ", strange.get().cells()), 120));
        } else if (rows.isEmpty() || twice) {
            return Reading.unknown(twice ? "one UUID stands in two rows" : "no GPU in the answer");
        }
        return Reading.of(new SmiGpus(rows));
    }

    private static boolean sound(Row row) {
        return row.cells().stream().noneMatch(String::isEmpty)
                && row.cells().get(0).matches("[0-9]{1,4}")
                && UUID.matcher(row.uuid()).matches()
                && BDF.matcher(row.cells().get(3)).matches()
                && VERSION.matcher(row.driver()).matches();
    }

    /** Returns the value that all GPUs share; if they differ, every value, which then equals no pin. */
    String shared(Function<Row, String> field) {
        return String.join(" | ", rows.stream().map(field).distinct().sorted().toList());
    }

    RuntimeSettings runtime() {
        return new RuntimeSettings(
                shared(r -> r.cells().get(7)),
                shared(r -> r.cells().get(8)),
                shared(r -> number(r.cells().get(9))),
                shared(r -> number(r.cells().get(10)) + "," + number(r.cells().get(11))),
                shared(r -> r.cells().get(12)),
                shared(Row::mig));
    }

    /** Returns {@code 700.00 W} and {@code 1980 MHz} as the number alone; anything else as it is. */
    private static String number(String cell) {
        Matcher measure = MEASURE.matcher(cell);
        return measure.matches() ? Values.withoutZeros(measure.group(1)) : cell;
    }
}
