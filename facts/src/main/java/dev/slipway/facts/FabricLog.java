package dev.slipway.facts;

import dev.slipway.model.FabricState.Trouble;
import dev.slipway.model.FabricState.Trouble.Kind;
import dev.slipway.model.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the fabric manager, and the driver of the switches, said in this boot. What the fabric manager said before its last
 * start is of an attempt that is over; so is an error of a switch after which the fabric was configured anew.
 */
final class FabricLog {
    private static final int MOST = 40;
    private static final int SHOWN = 240;
    private static final Pattern HEAD = Pattern.compile("# (?:source=(journal|log|kernel)|(not looked: .{1,80}))");
    private static final Pattern START = Pattern.compile("(?i)systemd\\[1]: Starting .*fabric ?manager");
    private static final Pattern RUNS = Pattern.compile("Fabric Manager version [0-9.]+ is running");
    private static final Pattern CONFIGURED = Pattern.compile("Successfully configured all the available ");
    private static final Pattern SXID = Pattern.compile(
            "(?i)SXid\\s*\\(\\s*(?:PCI:)?[0-9a-f:.]*[^)]{0,20}\\)\\s*:\\s*(?:[0-9]{1,7}\\s*,)?\\s*(.*)");
    private static final Map<Kind, Pattern> SAYS = new EnumMap<>(Map.of(
            Kind.VERSION,
            Pattern.compile("(?i)version [0-9.]+ (don't|doesn't|do not|does not) match with driver version"
                    + "|version (is )?incompatible|incompatible (driver|version)"),
            Kind.TOPOLOGY,
            Pattern.compile(
                    "(?i)NVSwitch(es|\\(es\\))?\\b.{0,80}(n't|not) match|topology.{0,80}(n't|not) (match|support)"
                            + "|(n't|not) match.{0,80}topology"),
            Kind.NO_SWITCH,
            Pattern.compile("NV_WARN_NOTHING_TO_DO"),
            Kind.SWITCH_FATAL,
            Pattern.compile("(?i)NVSwitch fatal error"),
            Kind.SWITCH_ERROR,
            Pattern.compile("(?i)NVSwitch non-fatal error"),
            Kind.ENDED,
            Pattern.compile("Failed with result '|Main process exited, |Control process exited, ")));

    /** Of the journal and of its own file apart: what the one says is over, the other never knew. */
    private final Map<String, List<Trouble>> said = new TreeMap<>();

    private final List<Trouble> switches = new ArrayList<>();
    private Optional<Instant> configured = Optional.empty();
    private String source = "";

    private FabricLog() {}

    static Reading<List<Trouble>> parse(String text) {
        List<String> lines = Text.lines(text);
        Matcher first = HEAD.matcher(lines.isEmpty() ? "" : lines.getFirst());
        if (!first.matches()) {
            return Reading.unknown("no log of the fabric: " + Text.shorten(text, 80));
        }
        FabricLog log = new FabricLog();
        lines.forEach(log::take);
        List<Trouble> all = new ArrayList<>();
        log.said.values().forEach(all::addAll);
        all.addAll(log.switches);
        return Reading.of(List.copyOf(all));
    }

    private void take(String line) {
        Matcher head = HEAD.matcher(line);
        if (head.matches()) {
            source = head.group(1) == null ? "" : head.group(1);
        } else if (source.equals("kernel")) {
            sxid(line);
        } else if (CONFIGURED.matcher(line).find()) {
            said.remove(source);
            configured = LogClock.unix(line).or(() -> configured);
        } else if (START.matcher(line).find() || RUNS.matcher(line).find()) {
            said.remove(source);
        } else {
            SAYS.entrySet().stream()
                    .filter(entry -> entry.getValue().matcher(line).find())
                    .findFirst()
                    .ifPresent(
                            entry -> add(said.computeIfAbsent(source, s -> new ArrayList<>()), entry.getKey(), line));
        }
    }

    private void sxid(String line) {
        Matcher sxid = SXID.matcher(line);
        if (!sxid.find() || sxid.group(1).startsWith("Data {")) {
            return;
        }
        Optional<Instant> at = LogClock.unix(line);
        if (at.isPresent() && configured.filter(then -> then.isAfter(at.get())).isPresent()) {
            return;
        }
        String words = sxid.group(1).toLowerCase(java.util.Locale.ROOT);
        boolean harmless = words.startsWith("non-fatal") || words.startsWith("nonfatal");
        boolean fatal = words.startsWith("fatal");
        add(switches, fatal ? Kind.SWITCH_FATAL : harmless ? Kind.SWITCH_ERROR : Kind.SWITCH_UNCLEAR, line);
    }

    /** The first lines of a storm are kept, and the gravest whatever came before it. */
    private static void add(List<Trouble> to, Kind kind, String line) {
        if (to.size() < MOST || (to.size() < 2 * MOST && to.stream().noneMatch(t -> t.kind() == kind))) {
            to.add(new Trouble(kind, Text.shorten(line.strip(), SHOWN)));
        }
    }
}
