package dev.slipway.facts.nvidia.nccl;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges one run of one test, from its parameters to its end, and what it proves. It announces its sizes and lists its
 * ranks; its end are the two lines of the summary with an empty comment behind them, and by its name from release 2.17
 * on.
 *
 * @see <a href="https://github.com/NVIDIA/nccl-tests/blob/master/src/common.cu">what nccl-tests prints, and when</a>
 */
final class NcclRun {
    private static final Pattern ANNOUNCED = Pattern.compile("nThread ([0-9]{1,6}) nGpus ([0-9]{1,6}) "
            + "minBytes ([0-9]{1,18}) maxBytes ([0-9]{1,18}) step: ([0-9]{1,18})\\((factor|bytes)\\)");
    private static final Pattern REDUCED = Pattern.compile("Reducing maxBytes to ([0-9]{1,18})");
    private static final Pattern BOUNDS =
            Pattern.compile("#?\\s*Out of bounds values\\s*:\\s*([0-9]{1,18})\\s+(OK|FAILED)\\b.*");
    private static final Pattern AVERAGE = Pattern.compile("#?\\s*Avg bus bandwidth\\s*:\\s*(\\S+)(?:\\s+(FAILED))?.*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,9})?(?:e[-+]?[0-9]{1,3})?");

    private final NcclRows rows;
    private final TreeSet<Integer> ranks = new TreeSet<>();
    private Optional<Matcher> announced = Optional.empty();
    private long mostBytes = Long.MAX_VALUE;
    private boolean devices;
    private boolean started;
    private boolean bounds;
    private boolean average;
    private int ends;
    private boolean concluded;

    NcclRun(List<String> columns) {
        rows = new NcclRows(columns);
    }

    NcclRows rows() {
        return rows;
    }

    void rank(int number) {
        ranks.add(number);
    }

    /** Returns whether only the parameters of another run can follow. */
    boolean summarized() {
        return bounds || average;
    }

    boolean began() {
        return announced.isPresent() || rows.count() > 0 || !ranks.isEmpty() || summarized();
    }

    /** Returns whether the line belongs to the frame around the table; its facts are recorded. */
    boolean frame(String line, Findings found) {
        Matcher values = BOUNDS.matcher(line);
        Matcher mean = AVERAGE.matcher(line);
        if (values.matches()) {
            bounds = true;
            found.facts().put("outOfBounds", Long.parseLong(values.group(1)));
            found.facts().put("outOfBoundsFailed", values.group(2).equals("FAILED"));
            failed(line, values.group(2).equals("FAILED") || !values.group(1).matches("0+"), found);
        } else if (mean.matches()) {
            average(mean, line, found);
        } else if (line.startsWith("# Collective test concluded")) {
            concluded = true;
        } else if (line.equals("#")) {
            ends += average ? 1 : 0;
        } else {
            return announces(line);
        }
        return true;
    }

    private boolean announces(String line) {
        Matcher parameters = ANNOUNCED.matcher(line);
        started |= line.startsWith("# Collective test starting");
        devices |= line.contains("Using devices");
        mostBytes = Text.first(REDUCED, line).map(Long::parseLong).orElse(mostBytes);
        boolean found = parameters.find();
        announced = found ? Optional.of(parameters) : announced;
        return found;
    }

    static boolean parameters(String line) {
        return ANNOUNCED.matcher(line).find();
    }

    private void average(Matcher mean, String line, Findings found) {
        String cell = mean.group(1);
        average = NUMBER.matcher(cell).matches();
        if (!average) {
            found.facts().putNull("average");
            found.verdict(ToolVerdict.UNKNOWN, "an average that is no number: " + Text.shorten(cell, 40));
        } else if (cell.matches("[0-9]+")) {
            found.facts().put("average", Long.parseLong(cell));
        } else {
            found.facts().put("average", Double.parseDouble(cell));
        }
        found.facts().put("averageFailed", mean.group(2) != null);
        failed(line, mean.group(2) != null, found);
    }

    private static void failed(String line, boolean failure, Findings found) {
        if (failure) {
            found.verdict(ToolVerdict.FAIL, Text.shorten(line, 120));
        }
    }

    /** Weighs the run. Only what ran to its end has a bandwidth to be held against the floor. */
    void judge(Findings found, boolean aborted, double floor) {
        if (rows.wrong() > 0) {
            found.verdict(ToolVerdict.FAIL, rows.wrong() + " wrong elements");
        }
        if (aborted) {
            return;
        }
        String missing = missing();
        if (!missing.isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, missing);
        } else if (!rows.fault().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, rows.fault());
        } else if (floor > 0 && rows.best().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "no row of 1 GiB or more");
        } else if (!rows.validated()) {
            found.verdict(ToolVerdict.WARN, "results were not validated");
        } else if (rows.best().orElse(floor) < floor) {
            double best = rows.best().getAsDouble();
            found.verdict(
                    ToolVerdict.FAIL,
                    String.format(Locale.ROOT, "bus bandwidth %.2f GB/s is below %.2f GB/s", best, floor));
        } else {
            found.verdict(ToolVerdict.PASS, "");
        }
    }

    /**
     * Returns whether the run shows its end by itself: without the empty comment after the average only the exit status
     * does.
     */
    boolean whole() {
        return missing().isEmpty() && (ends > 0 || concluded);
    }

    /** The empty comment behind the average belongs to the header that follows. */
    void notEnded() {
        ends--;
    }

    /** Returns whether there are results whose end is missing. */
    boolean cut() {
        return rows.count() > 0 && !missing().isEmpty();
    }

    /** Returns what the run lacks of what it announced; empty if nothing. */
    String missing() {
        if (!bounds || !average || (started && !concluded)) {
            return "the summary at the end is missing";
        }
        if (started && announced.isEmpty()) {
            return "the sizes of the test are missing";
        }
        if (rows.count() == 0) {
            return "no row of results";
        }
        long wanted = announcedRows();
        if (wanted > 0 && rows.count() % wanted != 0) {
            return rows.count() + " rows of results, and " + wanted + " are announced";
        }
        return unlisted();
    }

    /** The beginning of an output may be lost; a rank between others may not. */
    private String unlisted() {
        int listed = ranks.size();
        int first = announced.isPresent() || listed == 0 ? 0 : ranks.first();
        int each = announced
                .map(m -> Integer.parseInt(m.group(1)) * Integer.parseInt(m.group(2)))
                .orElse(1);
        boolean gap = listed > 0 && ranks.last() - first + 1 != listed;
        boolean few =
                announced.isPresent() && (devices || listed > 0) && (listed == 0 || listed % Math.max(1, each) > 0);
        return gap || few ? listed + " ranks are listed, and some are missing" : "";
    }

    /** Returns how many rows one pass over all sizes has; 0 if it is not announced. */
    private long announcedRows() {
        if (announced.isEmpty()) {
            return 0;
        }
        Matcher sizes = announced.get();
        long from = Long.parseLong(sizes.group(3));
        long to = Math.min(mostBytes, Long.parseLong(sizes.group(4)));
        long step = Long.parseLong(sizes.group(5));
        if (!sizes.group(6).equals("factor")) {
            return step > 0 && to >= from ? (to - from) / step + 1 : 0;
        }
        long rows = 0;
        for (long size = from; step > 1 && size > 0 && size <= to; size = size > to / step ? to + 1 : size * step) {
            rows++;
        }
        return rows;
    }
}
