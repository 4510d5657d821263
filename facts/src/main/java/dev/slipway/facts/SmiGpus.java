package dev.slipway.facts;

import dev.slipway.model.Gpu;
import dev.slipway.model.Reading;
import dev.slipway.model.RuntimeSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The answer of {@code nvidia-smi --query-gpu=…} to the fields that the probe asks for: one row a GPU. */
record SmiGpus(List<Row> rows) {
    private static final int FIELDS = 14;
    private static final Pattern UUID = Pattern.compile("GPU-[0-9a-fA-F-]{8,64}");
    private static final Pattern BDF = Pattern.compile("[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]");
    private static final Pattern VERSION = Pattern.compile("[0-9]+(\\.[0-9]+)+");

    /** The cells of one GPU in the order of the query. */
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

    static Reading<SmiGpus> parse(String text) {
        Optional<String> failure = NvidiaSmiErrors.reason(text);
        if (failure.isPresent()) {
            return Reading.unknown(failure.get());
        }
        List<Row> rows = new ArrayList<>();
        for (String line : Text.lines(text)) {
            if (line.isBlank()) {
                continue;
            }
            Row row = new Row(
                    Arrays.stream(line.split(",", -1)).map(String::strip).toList());
            if (!sound(row)) {
                return Reading.unknown("not a row of " + FIELDS + " fields: " + Text.shorten(line, 120));
            }
            rows.add(row);
        }
        boolean twice = rows.stream().map(Row::uuid).distinct().count() < rows.size();
        if (rows.isEmpty() || twice) {
            return Reading.unknown(twice ? "one UUID stands in two rows" : "no GPU in the answer");
        }
        return Reading.of(new SmiGpus(List.copyOf(rows)));
    }

    private static boolean sound(Row row) {
        return row.cells().size() == FIELDS
                && row.cells().stream().noneMatch(String::isEmpty)
                && row.cells().get(0).matches("[0-9]{1,4}")
                && UUID.matcher(row.uuid()).matches()
                && BDF.matcher(row.cells().get(3)).matches()
                && VERSION.matcher(row.driver()).matches();
    }

    /** The value that all GPUs share; where they differ, every value, which then equals no pin. */
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

    /** {@code 700.00 W} and {@code 1980 MHz} as the number alone; anything else as it is. */
    private static String number(String cell) {
        String plain = cell.replaceFirst("(?i) (W|MHz)$", "").toLowerCase(Locale.ROOT);
        return plain.matches("[0-9]+(\\.[0-9]+)?") ? plain.replaceFirst("\\.0+$", "") : cell;
    }
}
