package dev.slipway.facts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * The rows of a table of nccl-tests. The header says where the columns are; without one the number of columns does. A
 * column {@code #wrong} counts wrong elements, the {@code error} of older releases is a deviation and no count.
 */
final class NcclRows {
    private static final long ONE_GIB = 1L << 30;
    private static final Pattern LABEL = Pattern.compile("^(?:\\[[0-9]+,[0-9]+]<std(?:out|err)>: ?|[0-9]{1,6}: )");
    private static final Pattern ROW = Pattern.compile("[0-9]{1,18}( +\\S+){8,15}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");

    private List<String> columns = List.of();
    private int count;
    private int counted;
    private long wrong;
    private boolean unvalidated;
    private String fault = "";
    private OptionalDouble best = OptionalDouble.empty();

    /** The line without the rank that {@code mpirun --tag-output} or {@code srun -l} puts before it. */
    static String unlabelled(String line) {
        return LABEL.matcher(line).replaceFirst("");
    }

    int count() {
        return count;
    }

    long wrong() {
        return wrong;
    }

    /** Whether every row shows that its results were compared. */
    boolean validated() {
        return count > 0 && !unvalidated;
    }

    /** What is wrong with the table itself; empty when nothing is. */
    String fault() {
        return fault;
    }

    OptionalDouble best() {
        return best;
    }

    void take(String line) {
        String body = line.strip();
        if (body.startsWith("#") || body.startsWith("size ")) {
            List<String> names = words(body.replaceFirst("^#", "").strip());
            columns = names.contains("busbw") ? names : columns;
        } else if (ROW.matcher(body).matches()) {
            row(words(body));
        }
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.split("\\s+"));
    }

    private void row(List<String> cells) {
        List<String> names = columns.isEmpty() ? guessed(cells.size()) : columns;
        count++;
        List<Integer> halves = positions(names, "busbw");
        if (names.size() != cells.size() || halves.size() != 2) {
            fault = "a row that does not fit its header: " + Text.shorten(String.join(" ", cells), 120);
            return;
        }
        for (int at : halves) {
            bandwidth(cells.get(0), cells.get(at));
        }
        counted = 0;
        for (int at : positions(names, "#wrong")) {
            wrong(cells.get(at));
        }
        for (int at : positions(names, "error")) {
            counted += cells.get(at).matches("[0-9.]+(e[-+]?[0-9]+)?") ? 1 : 0;
        }
        unvalidated |= counted == 0;
    }

    private void wrong(String cell) {
        if (cell.matches("[0-9]{1,18}")) {
            wrong = Math.min(Long.MAX_VALUE / 2, wrong + Long.parseLong(cell));
            counted++;
        } else if (!cell.equals("N/A")) {
            fault = "a count of wrong elements that is no number: " + Text.shorten(cell, 40);
        }
    }

    private void bandwidth(String size, String cell) {
        if (!NUMBER.matcher(cell).matches()) {
            fault = "a bandwidth that is no number: " + Text.shorten(cell, 40);
        } else if (Long.parseLong(size) >= ONE_GIB) {
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
