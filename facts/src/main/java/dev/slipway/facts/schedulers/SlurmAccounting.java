package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code sacct} in columns or with pipes: a job or a step per row, under the names of its header. In columns the
 * row of dashes shows the width of each; a cell that sacct cut ends with {@code +}. A job's name may hold pipes.
 */
final class SlurmAccounting {
    private static final Pattern HEAD = Pattern.compile("(?m)^ *JobID(?:Raw)?(?:\\|| +[A-Z]).*$");
    private static final Pattern RULE = Pattern.compile(" *-{3,}(?: -{3,})* *");
    private static final String NAME = "JobName";
    private static final Pattern DASHES = Pattern.compile("-+");
    private static final Pattern JOB = Pattern.compile("[0-9]{1,12}(?:[_+.][\\w.\\[\\],%+-]*)?");

    private SlurmAccounting() {}

    static boolean recognises(String text) {
        return HEAD.matcher(text).find();
    }

    static ToolReport<?> parse(Output output) {
        Findings found = new Findings("sacct");
        found.facts().putArray("jobs");
        List<String> names = List.of();
        List<Integer> ends = List.of();
        for (Output.Line line : output.written()) {
            String text = line.text();
            if (HEAD.matcher(text).matches()) {
                names = text.contains("|")
                        ? cells(text, List.of())
                        : List.of(text.strip().split(" +"));
                ends = List.of();
            } else if (RULE.matcher(text).matches() && !names.isEmpty()) {
                ends = ends(text);
            } else if (!row(found, names, merged(names, cells(text, ends)))) {
                SlurmParser.odd(found, line);
            }
        }
        return found.of(output);
    }

    private static List<Integer> ends(String rule) {
        List<Integer> ends = new ArrayList<>();
        for (Matcher dashes = DASHES.matcher(rule); dashes.find(); ) {
            ends.add(dashes.end());
        }
        return ends;
    }

    private static List<String> cells(String text, List<Integer> ends) {
        List<String> cells = new ArrayList<>();
        if (ends.isEmpty()) {
            for (String cell : text.split("\\|", -1)) {
                cells.add(cell.strip());
            }
            return cells.size() > 1 && cells.getLast().isEmpty() ? cells.subList(0, cells.size() - 1) : cells;
        }
        int from = 0;
        for (int end : ends) {
            cells.add(text.substring(Math.min(from, text.length()), Math.min(end, text.length()))
                    .strip());
            from = end;
        }
        return cells;
    }

    /** The name of a job is its user's own: what the row has too many cells for belongs to it. */
    private static List<String> merged(List<String> names, List<String> cells) {
        int name = names.indexOf(NAME);
        int more = cells.size() - names.size();
        if (name < 0 || more <= 0) {
            return cells;
        }
        List<String> merged = new ArrayList<>(cells.subList(0, name));
        merged.add(String.join("|", cells.subList(name, name + more + 1)));
        merged.addAll(cells.subList(name + more + 1, cells.size()));
        return merged;
    }

    private static boolean row(Findings found, List<String> names, List<String> cells) {
        boolean row =
                cells.size() == names.size() && JOB.matcher(cells.getFirst()).matches();
        if (row) {
            ObjectNode job = found.facts().withArray("jobs").addObject();
            for (int i = 0; i < names.size(); i++) {
                if (!cells.get(i).isEmpty()) {
                    job.put(names.get(i), cells.get(i));
                }
            }
        }
        return row;
    }
}
