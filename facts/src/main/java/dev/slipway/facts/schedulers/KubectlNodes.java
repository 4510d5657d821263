package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code kubectl get nodes}: one node per row, with or without a header, and any requested columns. The table
 * announces nothing and has no end: it passes only with the exit status.
 */
final class KubectlNodes {
    private static final Pattern HEAD = Pattern.compile("NAME +STATUS +ROLES +AGE +VERSION\\b.*");
    private static final Pattern CUSTOM = Pattern.compile("NAME(?: {2,}[A-Z][\\w.:/-]*)+ *");

    /**
     * Lists columns that kubectl prints for other kinds, and never for nodes; those of nodes that show an age are
     * {@link #HEAD}.
     */
    private static final Pattern OTHERS =
            Pattern.compile(".* (?:READY|AGE|CREATED AT|NAMESPACED?|NODE|PHASE|MESSAGE) *(?: .*)?");

    /** Matches the header of any other table. */
    private static final Pattern OTHER =
            Pattern.compile("(?:NAME|NAMESPACE|LAST SEEN|CURRENT|CLUSTER) +[A-Z][A-Z()%. -]+(?: .*)?");

    private static final Pattern COLUMN = Pattern.compile("\\S+(?: \\S+)*");
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");
    private static final Pattern STATUS = Pattern.compile("(Ready|NotReady|Unknown)(,SchedulingDisabled)?");
    private static final Pattern ROLES = Pattern.compile("[a-z<].*");
    private static final Pattern AGE = Pattern.compile("(?:[0-9]+[smhdy])+");

    /** Lists what kubectl puts before names if several kinds were requested. */
    private static final Pattern KIND = Pattern.compile("^node/");

    private static final List<String> USUAL = List.of("NAME", "STATUS", "ROLES", "AGE", "VERSION");

    private final Findings found;
    private final Output output;
    private final Set<String> names = new HashSet<>();
    private List<String> columns = USUAL;
    private List<Integer> starts = List.of();
    private boolean headed;
    private boolean other;
    private boolean clean = true;

    KubectlNodes(Findings found, Output output) {
        this.found = found;
        this.output = output;
    }

    /** Returns whether this is the header that kubectl draws over nodes. */
    static boolean head(String line) {
        return HEAD.matcher(line).matches();
    }

    /** Reads a header or a row; false for any other line. */
    boolean take(Output.Line line) {
        String text = line.text();
        if (head(text) || custom(text)) {
            close();
            other = false;
            columns = new ArrayList<>();
            starts = new ArrayList<>();
            for (Matcher column = COLUMN.matcher(text); column.find(); ) {
                for (String name : column.group().split(" ")) {
                    starts.add(text.indexOf(
                            name,
                            starts.isEmpty()
                                    ? 0
                                    : starts.getLast() + columns.getLast().length()));
                    columns.add(name);
                }
            }
            headed = true;
            return true;
        }
        if (OTHER.matcher(text).matches()) {
            close();
            other = true;
        }
        List<String> cells = other ? List.of() : named(cells(text));
        if (!node(cells)) {
            return false;
        }
        if (!names.add(cells.getFirst())) {
            // No table names a node twice: another one begins.
            close();
            names.add(cells.getFirst());
        }
        row(cells, line);
        return true;
    }

    private static List<String> named(List<String> cells) {
        List<String> named = new ArrayList<>(cells);
        named.set(0, KIND.matcher(cells.getFirst()).replaceFirst(""));
        return named;
    }

    /**
     * Returns whether the columns were chosen by a person: kubectl does not name their kind, but no table of another
     * kind has only these.
     */
    private static boolean custom(String text) {
        return CUSTOM.matcher(text).matches() && !OTHERS.matcher(text).matches();
    }

    /**
     * Returns whether these are the cells of a node; without a header they show it by its state, its roles and its age.
     */
    private boolean node(List<String> cells) {
        boolean row =
                cells.size() == columns.size() && NAME.matcher(cells.getFirst()).matches();
        boolean state = !usual() || (row && STATUS.matcher(cells.get(1)).matches());
        boolean shown = row
                && usual()
                && ROLES.matcher(cells.get(2)).matches()
                && AGE.matcher(cells.get(3)).matches();
        return row && state && (headed || !usual() || shown);
    }

    /**
     * Returns whether the columns are kubectl's own, perhaps with more after them: only then is STATUS a node's state.
     */
    private boolean usual() {
        return columns.size() >= USUAL.size()
                && columns.subList(0, USUAL.size()).equals(USUAL);
    }

    /**
     * Returns the cells below the names of the columns; for a row that is not aligned with them, what two blanks
     * divide.
     */
    private List<String> cells(String text) {
        List<String> split = List.of(text.strip().split(" {2,}"));
        boolean below =
                starts.stream().allMatch(start -> start == 0 || start > text.length() || text.charAt(start - 1) == ' ');
        if (split.size() == columns.size() || starts.isEmpty() || !below) {
            return split;
        }
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            int from = Math.min(starts.get(i), text.length());
            int to = i + 1 < starts.size() ? Math.min(starts.get(i + 1), text.length()) : text.length();
            cells.add(text.substring(from, to).strip());
        }
        return cells;
    }

    private void row(List<String> cells, Output.Line line) {
        ObjectNode node = found.facts().withArray("nodes").addObject().put("name", cells.getFirst());
        for (int i = 1; i < columns.size(); i++) {
            String key = columns.get(i).toLowerCase(Locale.ROOT);
            if (cells.get(i).equals("<none>")) {
                node.putNull(key);
            } else if (!cells.get(i).isEmpty()) {
                node.put(key, cells.get(i));
            } else if (USUAL.contains(columns.get(i))) {
                found.cut("line " + line.number() + " ends before its end");
            }
        }
        if (usual()) {
            weigh(node);
        }
    }

    private void weigh(ObjectNode node) {
        String name = node.path("name").asText();
        String status = node.path("status").asText();
        boolean cordoned = status.endsWith(",SchedulingDisabled");
        node.put("schedulable", !cordoned);
        if (status.startsWith("Unknown")) {
            found.verdict(ToolVerdict.UNKNOWN, name + " has no condition Ready");
            clean = false;
            return;
        }
        boolean ready = status.startsWith("Ready");
        node.put("ready", ready);
        if (!ready) {
            found.verdict(ToolVerdict.FAIL, name + " is not ready");
        }
        if (cordoned) {
            found.verdict(ToolVerdict.WARN, name + " is cordoned");
        }
        clean &= ready && !cordoned;
    }

    /** Ends a table: one of which each node is well passes where it is known to be whole. */
    void close() {
        if (headed && names.isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "the table has no node");
        } else if (clean && !names.isEmpty() && usual()) {
            found.passedByStatus(output);
        }
        names.clear();
        headed = false;
        clean = true;
    }
}
