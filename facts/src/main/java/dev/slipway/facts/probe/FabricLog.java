package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.KernelLine;
import dev.slipway.facts.kernel.LogClock;
import dev.slipway.facts.kernel.XidLine;
import dev.slipway.facts.services.FabricWords;
import dev.slipway.model.facts.FabricState.Trouble;
import dev.slipway.model.facts.FabricState.Trouble.Kind;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.ErrorSeverity;
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
 * Collects what the fabric manager, and the driver of the switches, logged in this boot. Messages from before the last
 * start of the fabric manager do not count; neither does an error of a switch before the fabric was configured again.
 */
final class FabricLog {
    private static final int MOST = 40;
    private static final int SHOWN = 240;
    private static final Pattern HEAD = Pattern.compile("# (?:source=(journal|log|kernel)|(not looked: .{1,80}))");
    private static final Map<FabricWords, Kind> SAYS = new EnumMap<>(Map.of(
            FabricWords.VERSION, Kind.VERSION,
            FabricWords.TOPOLOGY, Kind.TOPOLOGY,
            FabricWords.NO_SWITCH, Kind.NO_SWITCH,
            FabricWords.SWITCH_FATAL, Kind.SWITCH_FATAL,
            FabricWords.SWITCH_ERROR, Kind.SWITCH_ERROR,
            FabricWords.SETTINGS, Kind.ENDED,
            FabricWords.ENDED, Kind.ENDED));

    /** Holds the journal and the separate log file apart: a restart in one does not show in the other. */
    private final Map<String, List<Trouble>> take = new TreeMap<>();

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
        log.take.values().forEach(all::addAll);
        all.addAll(log.switches);
        return Reading.of(List.copyOf(all));
    }

    private void take(String line) {
        Matcher head = HEAD.matcher(line);
        if (head.matches()) {
            source = head.group(1) == null ? "" : head.group(1);
        } else if (source.equals("kernel")) {
            sxid(line);
        } else {
            FabricWords.in(line).ifPresent(words -> take(words, line));
        }
    }

    private void take(FabricWords words, String line) {
        switch (words) {
            case CONFIGURED -> {
                take.remove(source);
                configured = LogClock.unix(line).or(() -> configured);
            }
            case STARTING, RUNNING -> take.remove(source);
            default ->
                Optional.ofNullable(SAYS.get(words))
                        .ifPresent(kind -> add(take.computeIfAbsent(source, s -> new ArrayList<>()), kind, line));
        }
    }

    private void sxid(String line) {
        switch (KernelLine.of(line)) {
            case KernelLine.Coded(XidLine error)
            when error.ofSwitch() && !error.registers() -> ofSwitch(error.text(), line);
            case KernelLine.Damaged _ -> ofSwitch("", line);
            default -> {}
        }
    }

    private void ofSwitch(String text, String line) {
        Optional<Instant> at = LogClock.unix(line);
        if (at.isPresent() && configured.filter(then -> then.isAfter(at.get())).isPresent()) {
            return;
        }
        Kind kind = switch (ErrorSeverity.of(text)) {
            case FATAL -> Kind.SWITCH_FATAL;
            case NON_FATAL -> Kind.SWITCH_ERROR;
            case UNSTATED -> Kind.SWITCH_UNCLEAR;
        };
        add(switches, kind, line);
    }

    /** Adds a line: the first lines of a storm, and the gravest of all. */
    private static void add(List<Trouble> to, Kind kind, String line) {
        if (to.size() < MOST || (to.size() < 2 * MOST && to.stream().noneMatch(t -> t.kind() == kind))) {
            to.add(new Trouble(kind, Text.shorten(line.strip(), SHOWN)));
        }
    }
}
