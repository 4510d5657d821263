package dev.slipway.facts.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code systemctl status}, {@code show}, {@code is-active}, {@code is-enabled} and {@code is-system-running}.
 */
public final class SystemdParser implements Parser {
    private static final Pattern HEAD = Pattern.compile("[●○×↻*x] ([\\w@.:\\\\-]+\\.[a-z]+)(?: - (.*))?");
    private static final Pattern LOADED = Pattern.compile("\\s*Loaded: (\\S+)(?: \\(([^;)]*)(?:; ([\\w-]+))?.*)?");
    private static final Pattern ACTIVE =
            Pattern.compile("\\s*Active: (\\S+)(?: \\(([^)]*)\\))?(?: since (.*?)(?:; (.*))?)?\\s*");
    private static final Pattern ENDED = Pattern.compile("\\(code=(\\w+), (?:status|signal)=([\\w/]+)\\)");
    private static final Pattern PID = Pattern.compile("\\s*Main PID: ([0-9]{1,10})(?: \\(([^)=]*)\\))?.*");
    private static final Pattern CHILD = Pattern.compile("\\s*[├└]─ ?([0-9]{1,10}) (.*)");
    private static final Pattern NO_UNIT = Pattern.compile(
            "Failed to get unit file state for (\\S+): |Unit (\\S+) could not be found|Unit (\\S+) (?:does not exist"
                    + "|not found)|Failed to \\w+ (\\S+): Unit .* not (?:loaded|found)");
    private static final Pattern FIELD = Pattern.compile(
            "\\s*(Docs|Tasks|Memory|CPU|CGroup|Process|Main PID|Drop-In|Triggers|TriggeredBy|Status|IP|IO|Trigger"
                    + "|Invocation|FD Store): ?.*|\\s*\\.\\.\\.");
    private static final Pattern FOOTER =
            Pattern.compile("lines ([0-9]{1,6})-([0-9]{1,6})(?:/([0-9]{1,6}))?(?: \\(END\\))?");
    private static final Set<String> WORDS = Set.of(
            "active",
            "inactive",
            "failed",
            "activating",
            "deactivating",
            "reloading",
            "unknown",
            "enabled",
            "disabled",
            "static",
            "masked",
            "alias",
            "indirect",
            "generated",
            "linked",
            "transient",
            "not-found",
            "running",
            "degraded",
            "maintenance",
            "starting",
            "stopping",
            "offline",
            "initializing",
            "enabled-runtime",
            "masked-runtime");

    @Override
    public ToolReport<?> parse(Output output) {
        String text = output.text();
        if (Pattern.compile("(?m)^\\s*Active: ").matcher(text).find()) {
            return status(output);
        } else if (Pattern.compile("(?m)^(Id|ActiveState|LoadState|Names)=")
                .matcher(text)
                .find()) {
            return UnitProperties.parse(output);
        } else if (UnitList.recognises(text)) {
            return UnitList.parse(output);
        }
        Findings found = new Findings("systemctl word");
        for (Output.Line line : output.written()) {
            Matcher missing = NO_UNIT.matcher(line.text());
            if (missing.find()) {
                unit(missing).ifPresent(u -> found.facts().put("unit", u));
                found.facts().put("installed", false);
                found.verdict(ToolVerdict.FAIL, line.text());
            } else if (WORDS.contains(line.text().strip())) {
                found.facts().withArray("states").add(line.text().strip());
                if (line.text().strip().equals("failed")) {
                    found.verdict(ToolVerdict.FAIL, "a unit failed");
                }
            } else {
                found.unparsed(line);
            }
        }
        if (found.facts().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "not an output of systemctl that is known");
        }
        // systemctl(1): is-active and is-enabled answer "no" by these.
        return found.normalExits(1, 3, 4).of(output);
    }

    private static Optional<String> unit(Matcher missing) {
        for (int i = 1; i <= missing.groupCount(); i++) {
            if (missing.group(i) != null) {
                return Optional.of(missing.group(i));
            }
        }
        return Optional.empty();
    }

    static ToolReport<?> status(Output output) {
        Findings found = new Findings("systemctl status");
        FabricLines fabric = new FabricLines(found);
        Optional<ObjectNode> unit = Optional.empty();
        for (Output.Line line : output.written()) {
            Matcher head = HEAD.matcher(line.text().strip());
            if (head.matches() && !line.text().startsWith(" ")) {
                unit.ifPresentOrElse(u -> weigh(u, found), fabric::weighStop);
                unit = Optional.of(found.facts().withArray("units").addObject().put("unit", head.group(1)));
                Values.text(unit.get(), "description", head.group(2));
            } else if (FOOTER.matcher(line.text().strip()).matches()) {
                found.facts().put("pager", true);
            } else if (unit.isEmpty() || !detail(unit.get(), line.text())) {
                journal(found, fabric, line);
            }
            if (line.text().endsWith(">")) {
                found.narrowed("lines are cut by a pager; run with --no-pager -l");
            }
        }
        unit.ifPresent(u -> weigh(u, found));
        if (fabric.any()) {
            fabric.close();
        }
        if (ended(output)) {
            found.complete();
        }
        // systemctl(1): 3 means that a unit is not active, which the verdict has weighed.
        return found.normalExits(3).of(output);
    }

    /** Reads the journal after the unit, or the log of the fabric manager after its status. */
    private static void journal(Findings found, FabricLines fabric, Output.Line line) {
        Matcher missing = NO_UNIT.matcher(line.text());
        if (missing.find()) {
            unit(missing).ifPresent(found.facts().withArray("missing")::add);
            found.verdict(ToolVerdict.FAIL, line.text().strip());
        } else if (line.text().matches("[A-Z][a-z]{2} [0-9 ]{2} [0-9:]{8} .*|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*")) {
            fabric.read(line.text());
            if (FabricLines.unknown(line.text())) {
                found.unparsed(line);
            }
        } else if (!(FabricLines.record(line.text()) || fabric.any()) || !fabric.log(line.text())) {
            found.unparsed(line);
        }
    }

    /** A pager prints at its end which lines it showed: all of them, where the last one is the last. */
    private static boolean ended(Output output) {
        List<Output.Line> written = output.written();
        Matcher footer =
                FOOTER.matcher(written.isEmpty() ? "" : written.getLast().text().strip());
        return footer.matches()
                && "1".equals(footer.group(1))
                && footer.group(2).equals(footer.group(3))
                && output.lines().size() > Integer.parseInt(footer.group(2));
    }

    private static boolean detail(ObjectNode unit, String text) {
        Matcher loaded = LOADED.matcher(text);
        Matcher active = ACTIVE.matcher(text);
        Matcher pid = PID.matcher(text);
        Matcher child = CHILD.matcher(text);
        Matcher ended = ENDED.matcher(text);
        if (loaded.matches()) {
            unit.put("loaded", loaded.group(1));
            Values.text(unit, "file", loaded.group(2));
            Values.text(unit, "enabled", loaded.group(3));
        } else if (active.matches()) {
            unit.put("active", active.group(1));
            Values.text(unit, "sub", active.group(2));
            Values.text(unit, "since", active.group(3));
        } else if (child.matches()) {
            unit.withArray("processes")
                    .addObject()
                    .put("pid", Long.parseLong(child.group(1)))
                    .put("command", Text.shorten(child.group(2), 200));
        } else if (pid.matches()) {
            unit.put("mainPid", Long.parseLong(pid.group(1)));
            if (ended.find()) {
                unit.put("exitKind", ended.group(1)).put("exitStatus", ended.group(2));
            }
        } else {
            return FIELD.matcher(text).matches();
        }
        return true;
    }

    /** A unit that ran to its end and succeeded is well; so is one that waits. */
    private static void weigh(ObjectNode unit, Findings found) {
        String name = unit.path("unit").asText();
        String active = unit.path("active").asText("unknown");
        boolean succeeded = unit.path("exitStatus").asText().startsWith("0/SUCCESS");
        switch (active) {
            case "active", "reloading" -> found.verdict(ToolVerdict.PASS, "");
            case "failed" ->
                found.verdict(
                        ToolVerdict.FAIL, name + " failed: " + unit.path("sub").asText());
            case "inactive" -> {
                if (succeeded) {
                    unit.put("ranToItsEnd", true);
                    found.verdict(ToolVerdict.PASS, "");
                } else {
                    found.verdict(
                            ToolVerdict.UNKNOWN, name + " is not active, and nothing shows that it ran to its end");
                }
            }
            default -> found.verdict(ToolVerdict.UNKNOWN, name + " is " + active);
        }
    }

    /** Puts a group of a matcher that may not have taken part. */
    private static final class Values {
        static void text(ObjectNode into, String key, @org.jspecify.annotations.Nullable String value) {
            if (value != null && !value.isBlank()) {
                into.put(key, value.strip());
            }
        }
    }
}
