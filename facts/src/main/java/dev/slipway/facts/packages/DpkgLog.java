package dev.slipway.facts.packages;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.DebVersion;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code /var/log/dpkg.log}: every package with its last change, its time, and the resulting state. */
final class DpkgLog {
    private static final String WHEN = "([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}) ";
    private static final String NAME = "([a-z0-9][a-z0-9+.-]*)(?::\\w+)?";
    private static final Pattern CHANGE =
            Pattern.compile(WHEN + "(install|upgrade|remove|purge) " + NAME + " (\\S+) (\\S+)");
    private static final Pattern STATUS = Pattern.compile(WHEN + "status (\\S+) " + NAME + " (\\S+)");
    private static final Pattern OTHER =
            Pattern.compile(WHEN + "(?:startup|configure|trigproc|triggers-awaited|disappear|conffile) .*");
    private static final Pattern MARK = Pattern.compile("(?m)^" + WHEN
            + "(?:status (?:installed|half-|unpacked|config|trig)|(?:install|upgrade|remove"
            + "|purge) \\S+ \\S+ \\S+$|startup )");

    private final Findings found = new Findings("dpkg log");
    private final Map<String, ObjectNode> packages = new LinkedHashMap<>();

    private DpkgLog() {
        found.facts().putArray("packages");
    }

    static boolean recognises(String text) {
        return MARK.matcher(text).find();
    }

    static ToolReport<?> parse(Output output) {
        DpkgLog log = new DpkgLog();
        for (Output.Line line : output.written()) {
            log.line(line);
        }
        log.packages.forEach(
                (name, entry) -> log.judge(name, entry.path("state").asText()));
        return log.found.of(output);
    }

    private void line(Output.Line line) {
        Matcher change = CHANGE.matcher(line.text());
        Matcher status = STATUS.matcher(line.text());
        if (change.matches()) {
            ObjectNode entry = entry(change.group(3)).put("at", change.group(1));
            String from = change.group(4);
            String to = change.group(5);
            entry.put("action", action(change.group(2), from, to))
                    .put("from", from)
                    .put("to", to);
        } else if (status.matches()) {
            entry(status.group(3)).put("state", status.group(2)).put("version", status.group(4));
        } else if (!OTHER.matcher(line.text()).matches()) {
            found.unparsed(line);
        }
    }

    /** dpkg writes {@code upgrade} whichever way the version goes. */
    private static String action(String word, String from, String to) {
        if (!word.equals("upgrade")) {
            return word;
        }
        int order = DebVersion.of(from).compareTo(DebVersion.of(to));
        if (order == 0) {
            return "reinstall";
        }
        return order > 0 ? "downgrade" : "upgrade";
    }

    private ObjectNode entry(String name) {
        return packages.computeIfAbsent(
                name, n -> found.facts().withArray("packages").addObject().put("name", n));
    }

    private void judge(String name, String state) {
        if (state.startsWith("half-") || state.equals("unpacked")) {
            found.verdict(ToolVerdict.FAIL, name + " was left " + state);
        } else if (state.startsWith("triggers-")) {
            found.verdict(ToolVerdict.WARN, name + " was left " + state);
        }
    }
}
