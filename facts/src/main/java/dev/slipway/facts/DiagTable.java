package dev.slipway.facts;

import dev.slipway.facts.DiagReport.Remark;
import dev.slipway.facts.DiagReport.Result;
import dev.slipway.facts.DiagReport.Status;
import dev.slipway.facts.DiagReport.Test;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table that {@code dcgmi diag} prints without {@code -j}. Long texts are broken in mid-word. */
final class DiagTable {
    private static final Pattern BORDER = Pattern.compile("\\+-+\\+-+\\+");
    private static final Pattern SECTION = Pattern.compile("[|+]-+ {2}(\\S[^-]*?) {2}-+\\+-+[|+]");
    private static final Pattern ROW = Pattern.compile("\\| (.{25}) \\| (.{46}) \\|");
    private static final Pattern OVERALL = Pattern.compile("(?i)(pass|fail|skip|warn)(?: - (all|GPUs?:? ?[0-9, ]+))?");
    private static final Pattern ONE_GPU = Pattern.compile("(?i)GPU ?([0-9]{1,4}): (pass|fail|skip|warn)");

    private static final int WIDTH = 45;

    private final List<Test> tests = new ArrayList<>();
    private final StringBuilder remark = new StringBuilder();
    private boolean metadata;
    private boolean warning;
    private boolean rows;
    private boolean closed;
    private int gpus;

    private DiagTable() {}

    /** The report; empty when the text holds no table. */
    static Optional<DiagReport> parse(String text) {
        DiagTable table = new DiagTable();
        Text.lines(text).forEach(line -> table.take(line.strip()));
        table.endRemark();
        return table.rows
                ? Optional.of(new DiagReport(DiagReport.joined(table.tests), table.gpus, List.of(), !table.closed))
                : Optional.empty();
    }

    private void take(String line) {
        Matcher section = SECTION.matcher(line);
        Matcher row = ROW.matcher(line);
        if (section.matches()) {
            endRemark();
            metadata = section.group(1).equals("Metadata");
            closed = false;
        } else if (BORDER.matcher(line).matches()) {
            endRemark();
            closed = rows;
        } else if (row.matches() && !row.group(1).strip().equals("Diagnostic")) {
            rows = true;
            closed = false;
            row(row.group(1).strip(), row.group(2));
        }
    }

    private void row(String left, String right) {
        String value = right.strip();
        if (metadata) {
            gpus = left.startsWith("GPU Device IDs") ? value.split(",").length : gpus;
        } else if (left.equals("Warning") || left.equals("Info")) {
            endRemark();
            warning = left.equals("Warning");
            remark.append(right, 0, WIDTH);
        } else if (!left.isEmpty()) {
            endRemark();
            tests.add(new Test(left));
            result(value);
        } else if (!tests.isEmpty() && !result(value)) {
            remark.append(right, 0, WIDTH);
        }
    }

    /** Whether the cell is a result of the present test. */
    private boolean result(String value) {
        List<Result> results = tests.getLast().results();
        Matcher overall = OVERALL.matcher(value);
        Matcher gpu = ONE_GPU.matcher(value);
        if (overall.matches()) {
            results.add(new Result(Status.of(overall.group(1)), ids(overall.group(2))));
        } else if (gpu.matches()) {
            endRemark();
            results.add(new Result(Status.of(gpu.group(2)), Set.of(Integer.parseInt(gpu.group(1)))));
        } else if (results.isEmpty()) {
            results.add(new Result(Status.STRANGE, Set.of()));
        } else {
            return false;
        }
        return true;
    }

    private static Set<Integer> ids(@org.jspecify.annotations.Nullable String list) {
        Set<Integer> ids = new HashSet<>();
        for (String id : list == null ? new String[0] : list.split("[^0-9]+")) {
            if (!id.isEmpty() && id.length() < 5) {
                ids.add(Integer.parseInt(id));
            }
        }
        return ids;
    }

    private void endRemark() {
        if (!remark.isEmpty() && !tests.isEmpty()) {
            String text = Text.shorten(remark.toString(), 300);
            if (warning) {
                tests.getLast().remarks().add(new Remark(text, -1));
            } else {
                tests.getLast().infos().add(text);
            }
        }
        remark.setLength(0);
        warning = false;
    }
}
