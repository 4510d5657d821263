package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code dcgmi health -c} and {@code dcgmi modules -l}: tables of two and three columns. A health report names
 * each entity with its systems, in the layout of arrows that DCGM 2 brought or in the one before it.
 */
final class DcgmiTables {
    private static final Pattern BORDER = Pattern.compile("[+|][-=+| ]*[+|]?");
    private static final Pattern CELLS = Pattern.compile("\\|\\s*(.*?)\\s*\\|\\s*(.*?)\\s*\\|?\\s*");
    private static final Pattern OVERALL = Pattern.compile("Overall Health(?:: *(\\S+))?");
    private static final Pattern KIND =
            Pattern.compile("(GPU|NvSwitch|NvLink|CPU|CPU Core|Link|ConnectX|GPU Instance)s?");
    private static final Pattern ENTITY = Pattern.compile("(?:-> |GPU ID: |(?:GPU|NvSwitch|CPU) )([0-9]{1,6})");
    private static final Pattern SYSTEM = Pattern.compile("-> ([A-Za-z][A-Za-z /-]{1,40})");
    private static final Pattern OLD =
            Pattern.compile("([A-Za-z][A-Za-z ]{1,40}) system: (Healthy|Warning|Failure)(?: - (.*))?");
    private static final Pattern MODULE =
            Pattern.compile("\\|\\s*([0-9]{1,4})\\s*\\|\\s*(\\S.*?)\\s*\\|\\s*(\\S.*?)\\s*\\|?\\s*");

    private final Findings found = new Findings("dcgmi health");
    private String kind = "GPU";
    private Optional<ObjectNode> entity = Optional.empty();
    private Optional<ObjectNode> system = Optional.empty();

    private boolean closed;
    private boolean rows;

    private DcgmiTables() {}

    static ToolReport<?> health(Output output) {
        DcgmiTables table = new DcgmiTables();
        output.written().forEach(table::take);
        return table.end().of(output);
    }

    private void take(Output.Line line) {
        String text = line.text().strip();
        Matcher cells = CELLS.matcher(text);
        boolean border = BORDER.matcher(text).matches();
        if (text.startsWith("|") || border) {
            closed = border && found.facts().has("overall");
        }
        if (text.startsWith("Health watches not enabled")) {
            found.facts().put("watches", false);
            found.verdict(ToolVerdict.UNKNOWN, "health watches are not enabled: nothing is watched");
        } else if (text.startsWith("Health monitor systems set successfully")) {
            found.facts().put("watches", true);
        } else if (!border
                && !text.contains("Health Monitor Report")
                && !text.equals("Please enable watches.")
                && (!cells.matches() || !row(cells.group(1), cells.group(2)))) {
            found.unparsed(line);
            if (text.startsWith("|") || text.startsWith("+")) {
                found.verdict(ToolVerdict.UNKNOWN, "a row of the report is not understood: " + text);
            }
        } else if (!border) {
            rows |= text.startsWith("|");
        }
    }

    /** Returns the overall health, and a border below the last row. */
    private Findings end() {
        boolean report = rows || found.facts().has("overall");
        if (report && !found.facts().has("overall")) {
            return found.verdict(ToolVerdict.UNKNOWN, "the overall health is missing")
                    .cut("the report is incomplete");
        }
        if (report && !closed) {
            return found.cut("the report has no closing border");
        }
        return report ? found.complete() : found;
    }

    private boolean row(String left, String right) {
        Matcher overall = OVERALL.matcher(left);
        Matcher overallRight = OVERALL.matcher(right);
        Matcher part = SYSTEM.matcher(left);
        Matcher of = ENTITY.matcher(left);
        Matcher old = OLD.matcher(right);
        if (overall.matches()) {
            overall(overall.group(1) == null ? right : overall.group(1));
        } else if (overallRight.matches()) {
            overall(Optional.ofNullable(overallRight.group(1)).orElse(""));
        } else if (KIND.matcher(left).matches() && right.isEmpty()) {
            kind = left;
        } else if (of.matches()) {
            entity(of.group(1), right);
        } else if (entity.isPresent() && old.matches()) {
            system(old.group(1), old.group(2));
            Optional.ofNullable(old.group(3)).ifPresent(this::message);
        } else if (left.equals("-> Errors")) {
            return entity.isPresent();
        } else if (entity.isPresent() && part.matches()) {
            system(part.group(1), right);
        } else if (left.isEmpty() && !right.isEmpty() && system.isPresent()) {
            message(right);
        } else {
            return false;
        }
        return true;
    }

    private void overall(String health) {
        found.facts().put("overall", health);
        found.verdict(verdict(health), health.equals("Healthy") ? "" : "overall health: " + health);
    }

    private static ToolVerdict verdict(String health) {
        return switch (health.toLowerCase(Locale.ROOT)) {
            case "healthy" -> ToolVerdict.PASS;
            case "warning" -> ToolVerdict.WARN;
            case "" -> ToolVerdict.UNKNOWN;
            default -> ToolVerdict.FAIL;
        };
    }

    private void entity(String id, String health) {
        entity = Optional.of(found.facts()
                .withArray("entities")
                .addObject()
                .put("kind", kind)
                .put("id", Integer.parseInt(id))
                .put("health", health));
        system = Optional.empty();
        found.verdict(verdict(health), "");
    }

    private void system(String name, String health) {
        system = entity.map(
                e -> e.withArray("systems").addObject().put("system", name).put("health", health));
        found.verdict(
                verdict(health),
                entity.map(e -> e.path("kind").asText() + " " + e.path("id").asInt() + ": ")
                                .orElse("")
                        + name + ": " + health);
    }

    /** A message that is too long for its cell goes on in the next row. */
    private void message(String part) {
        system.ifPresent(s -> {
            String text = s.path("message").asText();
            s.put("message", Text.shorten(text.isEmpty() ? part : text + " " + part, 400));
        });
    }

    /** Parses {@code dcgmi modules -l}: a module that could not be loaded is reported. */
    static ToolReport<?> modules(Output output) {
        Findings found = new Findings("dcgmi modules -l");
        found.facts().putArray("modules");
        boolean closed = false;
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher module = MODULE.matcher(text);
            boolean listed = !found.facts().path("modules").isEmpty();
            closed = (listed && BORDER.matcher(text).matches()) || (closed && !text.startsWith("|"));
            if (module.matches()) {
                String state = module.group(3);
                found.facts()
                        .withArray("modules")
                        .addObject()
                        .put("id", Integer.parseInt(module.group(1)))
                        .put("name", module.group(2))
                        .put("state", state);
                if (List.of("failed to load", "failed").contains(state.toLowerCase(Locale.ROOT))) {
                    found.verdict(ToolVerdict.FAIL, "module " + module.group(2) + ": " + state);
                }
            } else if (!BORDER.matcher(text).matches() && !text.matches("\\|\\s*(List Modules|Status: |Module ID).*")) {
                found.unparsed(line);
            }
        }
        return closed
                ? found.complete().of(output)
                : found.cut("the list has no closing border").of(output);
    }
}
