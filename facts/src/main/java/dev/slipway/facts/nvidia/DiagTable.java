package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.DiagReport.Remark;
import dev.slipway.facts.nvidia.DiagReport.Result;
import dev.slipway.facts.nvidia.DiagReport.Status;
import dev.slipway.facts.nvidia.DiagReport.Test;
import dev.slipway.facts.tool.Output;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the table that {@code dcgmi diag} prints without {@code -j}. Long texts are broken in mid-word. */
final class DiagTable {
    private static final Pattern BORDER = Pattern.compile("\\+-+\\+-+\\+");
    private static final Pattern HEAD = Pattern.compile("\\+=+\\+=+\\+|\\|\\s*Diagnostic\\s+\\|\\s*Results?\\s*\\|");
    private static final Pattern SECTION = Pattern.compile("[|+]-+ {1,3}(\\S[^-]*?) {1,3}-+\\+-+[|+]");
    private static final Pattern ROW = Pattern.compile("\\| ?([^|]*)\\| ?(.*?) ?\\|");
    private static final Pattern BANNER = Pattern.compile("Successfully ran diagnostic.*");
    private static final Pattern OVERALL = Pattern.compile("(?i)(pass|fail|skip|warn)(?: - (all|GPUs?:? ?[0-9, ]+))?");
    private static final Pattern ONE_ENTITY =
            Pattern.compile("(?i)(GPU|CPU|NvSwitch|ConnectX|CX) ?([0-9]{1,4}): ([a-z]{1,16})");

    private final List<Test> tests = new ArrayList<>();
    private final List<Output.Line> foreign = new ArrayList<>();
    private final StringBuilder remark = new StringBuilder();
    private boolean metadata;
    private boolean warning;
    private boolean rows;
    private boolean broken;
    private boolean closed;
    private int gpus;

    private DiagTable() {}

    static DiagTable of(Output output) {
        DiagTable table = new DiagTable();
        output.written().forEach(table::take);
        table.endRemark();
        return table;
    }

    /** Returns the report; empty if there is no row. */
    Optional<DiagReport> report() {
        String open = closed ? "" : "the table has no closing border";
        String cut = broken ? "a row of the table is broken" : open;
        return rows ? Optional.of(new DiagReport(DiagReport.joined(tests), gpus, List.of(), cut)) : Optional.empty();
    }

    /** Returns the lines outside the table. */
    List<Output.Line> foreign() {
        return foreign;
    }

    /** Returns the text with the rows joined that the table broke. */
    static String joined(String text) {
        StringBuilder joined = new StringBuilder();
        for (String line : Text.lines(text)) {
            Matcher row = ROW.matcher(line.strip());
            boolean goesOn = row.matches() && row.group(1).isBlank();
            joined.append(goesOn ? full(row.group(2)) : "\n" + (row.matches() ? start(line) : line));
        }
        return joined.toString();
    }

    /** Returns a row up to where its right column is full. */
    private static String start(String line) {
        String row = line.strip();
        int right = row.indexOf('|', 1) + 2;
        return row.substring(0, right) + full(row.substring(right, Math.max(right, row.length() - 2)));
    }

    /** The last column of a cell is never written to. */
    private static String full(String right) {
        return right.endsWith(" ") ? right.substring(0, right.length() - 1) : right;
    }

    private void take(Output.Line raw) {
        String line = raw.text().strip();
        Matcher section = SECTION.matcher(line);
        Matcher row = ROW.matcher(line);
        if (section.matches()) {
            endRemark();
            metadata = section.group(1).equals("Metadata");
            closed = false;
        } else if (BORDER.matcher(line).matches()) {
            endRemark();
            closed = rows;
        } else if (HEAD.matcher(line).matches()) {
            closed = false;
        } else if (row.matches()) {
            rows = true;
            closed = false;
            row(row.group(1).strip(), row.group(2));
        } else if (!BANNER.matcher(line).matches()) {
            broken |= line.startsWith("|") || line.startsWith("+");
            foreign.add(raw);
        }
    }

    private void row(String left, String right) {
        String value = right.strip();
        if (metadata) {
            gpus = left.startsWith("GPU Device IDs") ? value.split(",").length : gpus;
        } else if (left.equals("Warning") || left.equals("Info")) {
            endRemark();
            warning = left.equals("Warning");
            remark.append(full(right));
        } else if (!left.isEmpty()) {
            endRemark();
            tests.add(new Test(left));
            result(value);
        } else if (!tests.isEmpty() && !result(value)) {
            remark.append(full(right));
        }
    }

    /** Returns whether the cell is a result of the present test. */
    private boolean result(String value) {
        List<Result> results = tests.getLast().results();
        Matcher overall = OVERALL.matcher(value);
        Matcher entity = ONE_ENTITY.matcher(value);
        if (overall.matches() && remark.isEmpty()) {
            results.add(new Result(Status.of(overall.group(1)), ids(overall.group(2))));
        } else if (entity.matches()) {
            endRemark();
            boolean gpu = entity.group(1).equalsIgnoreCase("GPU");
            results.add(
                    new Result(Status.of(entity.group(3)), gpu ? Set.of(Integer.parseInt(entity.group(2))) : Set.of()));
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
