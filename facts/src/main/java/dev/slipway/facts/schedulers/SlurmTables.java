package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code sinfo} and {@code squeue} in columns or with pipes. A header may name a column twice; blanks around
 * cells are cut off.
 */
final class SlurmTables {
    private static final Pattern DATE = Pattern.compile("[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]{1,2} [0-9:]{8} [0-9]{4}");
    private static final Pattern REASONS = Pattern.compile(
            "(.*?)\\s+(\\S+)\\s+([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}|Unknown)\\s+(?:([a-z_]+[*~#!%$@^+-]*)\\s+)?(\\S"
                    + "+)\\s*");
    private static final Pattern SUMMARY = Pattern.compile(
            "(\\S+)\\s+(up|down|drain|inact)\\s+(\\S+)\\s+([0-9]{1,9})\\s+([a-z_]+[*~#!%$@^+-]*)\\s+(\\S+)\\s*");
    private static final Pattern LONG = Pattern.compile(
            "(\\S+)\\s+([0-9]+)\\s+(\\S+)\\s+([a-z_]+[*~#!%$@^+-]*)\\s+([0-9]+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S"
                    + "+)\\s+(\\S+)\\s+(.*?)\\s*");
    private static final Pattern HEAD = Pattern.compile("(REASON|NODELIST|PARTITION|JOBID|HOSTNAMES)\\b.*");
    private static final Pattern JOB = Pattern.compile("[0-9]{1,12}(?:_[0-9\\[\\]-]+)?");
    private static final List<String> JOB_STATES =
            List.of("RUNNING", "R", "COMPLETING", "CG", "SUSPENDED", "S", "STOPPED", "ST", "CONFIGURING", "CF");

    /** Matches {@code squeue}'s default layout. */
    static final Pattern QUEUE = Pattern.compile("(?m)^ *JOBID +PARTITION +NAME +USER +ST +TIME");

    private static final Pattern QUEUED = Pattern.compile(
            " *(\\S+) +(\\S+) +(\\S.*?) +(\\S+) +([A-Z]{1,2}) +([0-9:-]+|INVALID) +([0-9]{1,6}) +(\\S.*?) *");

    private SlurmTables() {}

    /**
     * Parses {@code squeue} in columns. A header alone shows that nothing is queued; an empty output proves nothing.
     */
    static ToolReport<?> queue(Output output) {
        Findings found = new Findings("squeue");
        found.facts().putArray("jobs");
        int running = 0;
        boolean whole = !output.cut();
        for (Output.Line line : output.written()) {
            Matcher job = QUEUED.matcher(line.text());
            if (QUEUE.matcher(line.text()).find()) {
                continue;
            } else if (!job.matches() || !JOB.matcher(job.group(1)).matches()) {
                SlurmParser.odd(found, line);
                whole = false;
                continue;
            }
            ObjectNode entry = found.facts().withArray("jobs").addObject().put("id", job.group(1));
            entry.put("partition", job.group(2)).put("name", job.group(3)).put("user", job.group(4));
            entry.put("state", job.group(5)).put("time", job.group(6));
            boolean placed = !job.group(8).startsWith("(");
            entry.put(placed ? "nodes" : "reason", job.group(8));
            running += placed ? 1 : 0;
        }
        running(found, running, whole);
        return found.of(output);
    }

    /** Puts how many jobs run; that none does is certain only if every line was understood. */
    private static void running(Findings found, int running, boolean whole) {
        found.facts().put("running", running);
        if (running > 0 || whole) {
            found.facts().put("idle", running == 0);
        }
    }

    /** Returns whether any line is a row of sinfo in columns. */
    static boolean recognises(Output output) {
        return output.written().stream()
                .map(Output.Line::text)
                .filter(l -> !SlurmParser.failed(l))
                .anyMatch(l -> HEAD.matcher(l).matches()
                        || REASONS.matcher(l).matches()
                        || SUMMARY.matcher(l).matches()
                        || LONG.matcher(l).matches());
    }

    static ToolReport<?> columns(Output output) {
        Findings found = new Findings("sinfo");
        for (Output.Line line : output.written()) {
            String text = line.text();
            Matcher reason = REASONS.matcher(text);
            Matcher summary = SUMMARY.matcher(text);
            Matcher row = LONG.matcher(text);
            if (SlurmParser.failed(text)) {
                SlurmParser.odd(found, line);
            } else if (DATE.matcher(text.strip()).matches()) {
                found.facts().put("date", text.strip());
            } else if (HEAD.matcher(text).matches()) {
                found.facts().put("reasonsCut", text.contains("REASON               "));
            } else if (summary.matches()) {
                ObjectNode node = node(found, summary.group(6), Optional.of(summary.group(5)));
                node.put("partition", summary.group(1)).put("timeLimit", summary.group(3));
                node.put("count", Integer.parseInt(summary.group(4)));
            } else if (row.matches()) {
                ObjectNode node = node(found, row.group(1), Optional.of(row.group(4)));
                node.put("partition", row.group(3)).put("reason", row.group(11));
            } else if (reason.matches()) {
                ObjectNode node = node(found, reason.group(5), Optional.ofNullable(reason.group(4)));
                node.put("reason", reason.group(1))
                        .put("reasonBy", reason.group(2))
                        .put("reasonAt", reason.group(3));
            } else {
                SlurmParser.odd(found, line);
            }
        }
        if (!found.facts().has("nodes")) {
            found.verdict(ToolVerdict.UNKNOWN, "not an output of Slurm that is known");
        }
        return found.of(output);
    }

    private static ObjectNode node(Findings found, String name, Optional<String> state) {
        ObjectNode node = found.facts().withArray("nodes").addObject().put("name", name);
        state.ifPresent(s -> SlurmParser.state(node, s));
        return node;
    }

    static ToolReport<?> pipes(Output output) {
        List<Output.Line> rows =
                output.written().stream().filter(l -> l.text().contains("|")).toList();
        List<String> first = cells(rows.getFirst().text());
        boolean jobs = JOB.matcher(first.getFirst()).matches() || first.contains("JOBID");
        return jobs ? jobs(output) : nodes(output, rows.getFirst(), unique(first));
    }

    private static ToolReport<?> jobs(Output output) {
        Findings found = new Findings("squeue");
        found.facts().putArray("jobs");
        int running = 0;
        boolean whole = !output.cut();
        List<String> columns = List.of();
        for (Output.Line line : output.written()) {
            List<String> cells = cells(line.text());
            if (cells.size() >= 3 && JOB.matcher(cells.getFirst()).matches()) {
                ObjectNode job = found.facts().withArray("jobs").addObject().put("id", cells.getFirst());
                job.put("user", cells.get(1)).put("state", cells.get(2));
                if (cells.size() > 3) {
                    job.put("nodes", cells.get(3));
                }
                for (int i = 4; i < Math.min(cells.size(), columns.size()); i++) {
                    job.put(columns.get(i), cells.get(i));
                }
                running += JOB_STATES.contains(cells.get(2)) ? 1 : 0;
            } else if (cells.contains("JOBID")) {
                columns = cells;
            } else {
                SlurmParser.odd(found, line);
                whole = false;
            }
        }
        running(found, running, whole);
        return found.of(output);
    }

    private static ToolReport<?> nodes(Output output, Output.Line head, List<String> columns) {
        Findings found = new Findings("sinfo pipes");
        found.facts().put("columns", columns.size());
        for (Output.Line line : output.written()) {
            List<String> cells = cells(line.text());
            if (cells.size() == 1 || line.equals(head)) {
                if (!line.equals(head)) {
                    SlurmParser.odd(found, line);
                }
                continue;
            }
            if (cells.size() == columns.size() + 1 && cells.getLast().isEmpty()) {
                cells = cells.subList(0, columns.size());
            }
            if (cells.size() != columns.size()) {
                found.unparsed(line);
                found.verdict(
                        ToolVerdict.UNKNOWN,
                        "line " + line.number() + " has " + cells.size() + " cells of " + columns.size());
                continue;
            }
            ObjectNode node = found.facts().withArray("nodes").addObject();
            for (int i = 0; i < cells.size(); i++) {
                switch (columns.get(i)) {
                    case "STATE" -> SlurmParser.state(node, cells.get(i));
                    case "NODELIST", "HOSTNAMES" -> node.put("name", cells.get(i));
                    case "REASON" -> node.put("reason", cells.get(i));
                    default -> node.put(columns.get(i), cells.get(i));
                }
            }
        }
        return found.of(output);
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    }

    /** The second column of one name is {@code NAME#2}. */
    private static List<String> unique(List<String> names) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> unique = new ArrayList<>();
        for (String name : names) {
            int count = seen.merge(name, 1, Integer::sum);
            unique.add(count == 1 ? name : name + "#" + count);
        }
        return unique;
    }
}
