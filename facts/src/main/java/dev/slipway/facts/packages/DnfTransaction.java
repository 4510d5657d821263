package dev.slipway.facts.packages;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses a transaction of {@code dnf} and {@code yum}: the table of the plan, what was done, and why not. The summary
 * counts the rows of the table, but for reinstalls; another number of rows is no plan, and neither is one with a row
 * that is not understood, whatever its heading.
 */
public final class DnfTransaction {
    private static final String ARCH = "(x86_64|aarch64|noarch|i686)";
    private static final Pattern MARK =
            Pattern.compile("(?m)^(?:Transaction Summary|Dependencies resolved\\.|Running transaction|Error: "
                    + "|Failed to resolve the transaction:|Problem(?: [0-9]+)?: |Complete!|"
                    + "Waiting for process with pid |No match for argument: |(?:Downgraded|Upgraded|Installed|Removed"
                    + "|Reinstalled):$)");
    private static final Pattern HEAD = Pattern.compile(
            "(Installing|Upgrading|Downgrading|Removing|Reinstalling|Installed|Upgraded|Downgraded|Removed"
                    + "|Reinstalled|Failed|Skipped|New leaves|Enabling module streams)"
                    + "(?: dependencies| weak dependencies| dependent packages| unused dependencies"
                    + "| group/module packages)?:");
    private static final Pattern PLANNED =
            Pattern.compile(" +([A-Za-z0-9][\\w+.-]*) +" + ARCH + " +((?:[0-9]+:)?\\S+-\\S+) +(\\S+) +.*");
    /** Between its columns the table of packages names what becomes of modules. */
    private static final Pattern STREAM = Pattern.compile(" +([A-Za-z0-9][\\w+.-]*) +([A-Za-z0-9][\\w+.-]*) *");

    private static final Pattern TABLE = Pattern.compile(" *Package +Arch.*|Dependencies resolved\\..*");
    private static final Pattern DONE =
            Pattern.compile("([A-Za-z0-9][\\w+.-]*?)-((?:[0-9]+:)?[0-9][\\w.+~^]*-[\\w.+~^]+?)\\." + ARCH);
    private static final int MOST_LINES_OF_A_ROW = 5;
    private static final Pattern WAITING = Pattern.compile("(Waiting for process with pid [0-9]{1,9} to finish)");
    private static final Pattern PAST_THE_LOCK =
            Pattern.compile("(?m)^(?:Dependencies resolved\\.|Nothing to do\\.|Transaction Summary|Complete!)");
    /** Matches replaced packages of dnf 4, and of dnf 5, which uses columns. */
    private static final Pattern REPLACED = Pattern.compile(
            " {3,5}replacing +([A-Za-z0-9][\\w+.-]*?)(?:\\.| +)" + ARCH + " +((?:[0-9]+:)?\\S+-\\S+)(?: +\\S.*)?");

    private static final Pattern NOISE =
            Pattern.compile("Last metadata.*|Updating and loading repositories:.*|Repositories loaded\\."
                    + "|Failed to resolve the transaction:|Dependencies resolved.*|=+| ?Package +Arch.*| Package .*"
                    + "|Transaction .*|(?:Install|Upgrade|Downgrade|Remove|Reinstall|Skip) .*[0-9]+ Packages?|"
                    + "Total .*|Installed size.*|Freed space.*|Is this ok.*|Downloading .*|Running .*|Preparing.*"
                    + "|.* [0-9]+/[0-9]+ *|Complete!|Nothing to do\\.|"
                    + "Operation aborted\\.|Updating Subscription.*|.* [0-9.]+ +[kM]?B/s .*|\\(try to add .*"
                    + "|Verifying .*|Package \\S+ is already installed\\.|"
                    + "Errors during downloading .*|Error Summary|-+|Disk Requirements:"
                    + "|   At least .* more space needed .*| GPG Keys are configured .*|"
                    + "0 files removed|After this operation, .*|\\[ *[0-9]+/[0-9]+] .*|>>> (?:Running"
                    + "|Finished) .* scriptlet: .*|Waiting for process with pid [0-9]+ to finish\\.");
    private static final Pattern FAILED = Pattern.compile(
            "(?:Error:| {0,2}Problem(?: [0-9]+)?: |No match for argument:|All matches were filtered out by"
                    + "|Public key for|Error in \\S+ scriptlet|"
                    + "warning: %\\S+ scriptlet failed|error: |  ?- |  installing package \\S+ needs |  Curl error "
                    + "|\\S+ is a duplicate with |\\S+ has missing requires of ).*");

    private static final Pattern COUNT = Pattern.compile("(?:(?:Install|Upgrade|Downgrade|Remove|Skip) +|"
            + " (?:Installing|Upgrading|Downgrading|Removing|Skipping): +)([0-9]{1,6}) [Pp]ackages?(?: .*)?");
    private static final Pattern BEGUN = Pattern.compile(
            "\\s*(Installing|Upgrading|Downgrading|Reinstalling|Removing|Erasing)\\s*:\\s*(\\S+)\\s+[0-9]+/[0-9]+\\s*");

    /**
     * Describes one package under the heading of the table, in lower case: {@code upgrading}, {@code installing
     * dependencies}.
     */
    public record Change(String heading, String name, String version) {}

    /** Holds the rows of the table, and each package that the transaction itself named when it came to it. */
    public record Transaction(List<Change> planned, List<String> begun) {}

    private final Findings found = new Findings("dnf transaction");
    private final List<Change> planned = new ArrayList<>();
    private final List<String> begun = new ArrayList<>();
    private String heading = "";
    private int rows;
    private int counted;
    private boolean table;
    private final Map<String, ObjectNode> packages = new TreeMap<>();
    private final List<Output.Line> row = new ArrayList<>();
    private Optional<String> section = Optional.empty();

    private DnfTransaction() {
        found.facts().putArray("packages");
        found.facts().putArray("errors");
    }

    static boolean recognises(String text) {
        return MARK.matcher(text).find();
    }

    /** Reads the plan, the transaction, or both. */
    public static ToolReport<Transaction> parse(Output output) {
        DnfTransaction read = of(output);
        if (read.rows != read.counted) {
            read.found.verdict(
                    ToolVerdict.UNKNOWN,
                    "the table has " + read.rows + " changes, and the summary counts " + read.counted);
        }
        boolean complete = output.text().contains("Complete!");
        read.found.facts().put("complete", complete);
        Optional<String> waiting = Text.first(WAITING, output.text());
        if (!PAST_THE_LOCK.matcher(output.text()).find()
                && read.found.facts().withArray("errors").isEmpty()) {
            waiting.ifPresent(text -> PackageFailures.note(read.found, PackageFailures.kind(text), text));
        }
        return read.found.of(
                output, new Transaction(List.copyOf(read.planned), List.copyOf(new LinkedHashSet<>(read.begun))));
    }

    /**
     * Returns the changes of the transaction, independent of the other lines: a doubtful transaction does not undo a
     * change.
     */
    public static List<String> begun(Output output) {
        return List.copyOf(new LinkedHashSet<>(of(output).begun));
    }

    private static DnfTransaction of(Output output) {
        DnfTransaction read = new DnfTransaction();
        output.written().forEach(read::line);
        read.endRow();
        return read;
    }

    private void line(Output.Line line) {
        String text = line.text();
        Matcher head = HEAD.matcher(text.strip());
        Matcher count = COUNT.matcher(text);
        Matcher begins = BEGUN.matcher(text);
        if (begins.matches()) {
            begun.add(begins.group(2) + ": " + begins.group(1).toLowerCase(Locale.ROOT));
        } else if (count.matches()) {
            counted += Integer.parseInt(count.group(1));
        }
        if (!text.startsWith(" ")) {
            endRow();
            section = Optional.empty();
        }
        table = TABLE.matcher(text).matches() || (table && !text.startsWith("Transaction Summary"));
        if (count.matches()) {
            section = Optional.empty();
        } else if (head.matches()) {
            section = Optional.of(past(head.group(1)));
            heading = text.strip().substring(0, text.strip().length() - 1).toLowerCase(Locale.ROOT);
        } else if (FAILED.matcher(text).matches()) {
            failure(text.strip().replaceFirst("^(?:Error: ?|Problem(?: [0-9]+)?: ?|- )", ""));
        } else if (text.startsWith("Ignoring repositories:")) {
            found.verdict(ToolVerdict.WARN, text);
        } else if (!NOISE.matcher(text).matches() && !listed(line)) {
            odd(line);
        }
    }

    /** Notes an indented line within the table: it is a row, and its change would be made too. */
    private void odd(Output.Line line) {
        found.unparsed(line);
        if (table && line.text().startsWith(" ")) {
            found.verdict(
                    ToolVerdict.UNKNOWN,
                    "a row that is not understood: " + line.text().strip());
        }
    }

    /** A row that came to no end may be a change. */
    private void endRow() {
        row.stream()
                .findFirst()
                .ifPresent(line -> found.verdict(
                        ToolVerdict.UNKNOWN,
                        "a row that is not understood: " + line.text().strip()));
        row.forEach(found::unparsed);
        row.clear();
    }

    /** {@code Downgrading} of the plan is {@code downgraded} in the end. */
    private static String past(String word) {
        String low = word.toLowerCase(Locale.ROOT);
        return low.replaceFirst("ing$", "ed");
    }

    private boolean listed(Output.Line line) {
        String text = line.text();
        if (section.isEmpty() || !text.startsWith(" ")) {
            return false;
        }
        Matcher replaced = REPLACED.matcher(text);
        if (replaced.matches()) {
            entry(replaced.group(1)).put("action", "replaced").put("from", replaced.group(3));
            planned.add(new Change("replaced", replaced.group(1), replaced.group(3)));
            return true;
        }
        if (section.get().startsWith("enabling module")) {
            return enabled(STREAM.matcher(text));
        }
        return section.get().equals("new leaves") || (row.isEmpty() && done(text)) || planned(line);
    }

    /** Returns whether the plan turns on a module of the repository, with its stream. */
    private boolean enabled(Matcher cells) {
        if (cells.matches()) {
            found.facts()
                    .withArray("modules")
                    .addObject()
                    .put("name", cells.group(1))
                    .put("stream", cells.group(2));
            planned.add(new Change(heading, cells.group(1), cells.group(2)));
        }
        return cells.matches();
    }

    /**
     * Returns whether the line is a planned row; if a cell is wider than its column, the rest of its row is in the next
     * line.
     */
    private boolean planned(Output.Line line) {
        row.add(line);
        Matcher cells = PLANNED.matcher(row.stream().map(Output.Line::text).collect(Collectors.joining()));
        if (cells.matches()) {
            entry(cells.group(1)).put("to", cells.group(3)).put("repository", cells.group(4));
            planned.add(new Change(heading, cells.group(1), cells.group(3)));
            rows += heading.startsWith("reinstall") ? 0 : 1;
            row.clear();
        } else if (row.size() > MOST_LINES_OF_A_ROW) {
            endRow();
        }
        return true;
    }

    private boolean done(String text) {
        List<Matcher> words =
                Arrays.stream(text.strip().split("\\s+")).map(DONE::matcher).toList();
        if (!words.stream().allMatch(Matcher::matches)) {
            return false;
        }
        words.forEach(word -> entry(word.group(1)).put("to", word.group(2)).put("done", true));
        return true;
    }

    private ObjectNode entry(String name) {
        String action = section.orElse("listed");
        ObjectNode entry = packages.computeIfAbsent(
                name, n -> found.facts().withArray("packages").addObject().put("name", n));
        if (action.equals("failed")) {
            found.verdict(ToolVerdict.FAIL, name + " failed");
        }
        return entry.put("action", action);
    }

    private void failure(String text) {
        if (!text.isBlank() && !text.endsWith("error:")) {
            PackageFailures.note(found, PackageFailures.kind(text), text);
        }
    }
}
