package dev.slipway.facts.nvidia.nccl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.tool.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Parses the rows of a table of nccl-tests. The header shows where the columns are; without one the number of columns
 * does. A column {@code #wrong} counts wrong elements, the {@code error} of older releases is a deviation and no count.
 */
final class NcclRows {
    private static final long ONE_GIB = 1L << 30;
    private static final Pattern ROW = Pattern.compile("[0-9]{1,18}\\s+[0-9]{1,18}\\s+[A-Za-z]\\w*(?:\\s+\\S+){5,14}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");
    private static final Pattern DEVIATION = Pattern.compile("[0-9.]+(e[-+]?[0-9]+)?");

    private List<String> columns;
    private int count;
    private long wrong;
    private boolean unvalidated;
    private String fault = "";
    private OptionalDouble best = OptionalDouble.empty();

    /** Starts rows below an earlier header, which may be none. */
    NcclRows(List<String> columns) {
        this.columns = columns;
    }

    /** Returns whether the line is a row of results. */
    static boolean row(String line) {
        return ROW.matcher(line).matches();
    }

    /** Returns whether these are the names of the columns, which then apply. */
    boolean header(String line) {
        List<String> names = words(line.replaceFirst("^#", "").strip());
        boolean header = names.contains("busbw");
        columns = header ? names : columns;
        return header;
    }

    List<String> columns() {
        return columns;
    }

    int count() {
        return count;
    }

    long wrong() {
        return wrong;
    }

    /** Returns whether every row shows that its results were compared. */
    boolean validated() {
        return count > 0 && !unvalidated;
    }

    /** Returns what is wrong with the table itself; empty if nothing is. */
    String fault() {
        return fault;
    }

    OptionalDouble best() {
        return best;
    }

    /** Returns the layout by the columns that distinguish releases; empty without a header. */
    Optional<String> layout() {
        if (columns.contains("error")) {
            return Optional.of("error");
        }
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(columns.contains("#iters") ? "#wrong #iters" : "#wrong");
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.split("\\s+"));
    }

    /** Takes a row, and records its size and bandwidths: {@code null} for a cell that is no number. */
    void take(String line, ObjectNode into) {
        List<String> cells = words(line);
        List<String> names = columns.isEmpty() ? guessed(cells.size()) : columns;
        count++;
        Values.value(into, "size", cells.getFirst());
        List<Integer> halves = positions(names, "busbw");
        if (names.size() != cells.size() || halves.size() != 2) {
            fault = "a row that does not fit its header: " + Text.shorten(String.join(" ", cells), 120);
            return;
        }
        bandwidth(cells.getFirst(), cells.get(halves.getFirst()), "outOfPlace", into);
        bandwidth(cells.getFirst(), cells.get(halves.getLast()), "inPlace", into);
        long counted = positions(names, "#wrong").stream()
                .filter(at -> wrong(cells.get(at)))
                .count();
        long compared = positions(names, "error").stream()
                .filter(at -> DEVIATION.matcher(cells.get(at)).matches())
                .count();
        unvalidated |= counted + compared == 0;
    }

    /** Returns whether the cell is a count of wrong elements, which is added. */
    private boolean wrong(String cell) {
        if (cell.matches("[0-9]{1,18}")) {
            wrong = Math.min(Long.MAX_VALUE / 2, wrong + Long.parseLong(cell));
            return true;
        }
        if (!cell.equals("N/A")) {
            fault = "a count of wrong elements that is no number: " + Text.shorten(cell, 40);
        }
        return false;
    }

    private void bandwidth(String size, String cell, String key, ObjectNode into) {
        if (!NUMBER.matcher(cell).matches()) {
            fault = "a bandwidth that is no number: " + Text.shorten(cell, 40);
            into.putNull(key);
            return;
        }
        Values.value(into, key, cell);
        if (Long.parseLong(size) >= ONE_GIB) {
            best = OptionalDouble.of(Math.max(best.orElse(0), Double.parseDouble(cell)));
        }
    }

    private static List<Integer> positions(List<String> names, String name) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                found.add(i);
            }
        }
        return found;
    }

    private static List<String> guessed(int cells) {
        String half = " time algbw busbw #wrong";
        return switch (cells) {
            case 13 -> words("size count type redop root" + half + half);
            case 14 -> words("size count type redop root" + half + half + " #iters");
            default -> List.of();
        };
    }
}
