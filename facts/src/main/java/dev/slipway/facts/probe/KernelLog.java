package dev.slipway.facts.probe;

import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.DriverFailure;
import dev.slipway.facts.kernel.DriverLines;
import dev.slipway.facts.kernel.KernelLine;
import dev.slipway.facts.kernel.LogBoots;
import dev.slipway.facts.kernel.LogClock;
import dev.slipway.facts.kernel.LogLines;
import dev.slipway.facts.kernel.SuppressedLines;
import dev.slipway.facts.kernel.XidLine;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * GPU and NVSwitch errors in a kernel log, in any of the forms that journald and dmesg print. Lines older than T0 are
 * left out only where their time is certain, and so are those of an earlier boot than the log's last; lines up to a
 * place in the log are left out by their order, whatever time they bear. A damaged error line, or a driver failure
 * without a code, is an event with code 0: it is never passed over.
 */
final class KernelLog {
    private static final int MAX_EVENTS = 500;
    private static final Pattern SINCE = Pattern.compile("# source=(\\w+) since=([0-9]{1,12})");
    private static final Pattern FROM =
            Pattern.compile("# source=\\w+ from=(boot|mark|nowhere|[0-9]{1,10}\\.[0-9]{1,9})");
    private static final Pattern STAMP = Pattern.compile("^\\[ *([0-9]{1,10}\\.[0-9]{1,9})]");
    private static final String OLDEST = "# oldest: ";
    private static final String NOT_KEPT =
            "the kept log of this boot no longer reaches back to the run's last change or to the"
                    + " boot: what was logged between is unknown, until a run begins later or the node boots";

    private final LogClock clock;
    private final List<XidEvent> events = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final List<String> beside = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> switches = new HashSet<>();
    private Instant since = Instant.MIN;
    private String from = "";
    private boolean readsBeside;
    private String address = "";
    private Optional<String> gap = Optional.empty();

    private KernelLog(LogClock clock) {
        this.clock = clock;
    }

    /** Events of a log. {@code clock} turns its time stamps into instants. */
    static Reading<List<XidEvent>> parse(String text, LogClock clock) {
        KernelLog log = read(text, clock);
        boolean blind = log.events.isEmpty() && log.gap.isPresent();
        return blind ? Reading.unknown(log.gap.orElse("")) : Reading.of(List.copyOf(log.events));
    }

    /** Events after a place in the log of the boot that runs, which the probe was told. */
    static BootLog afterPosition(Reading<LogPosition> end, Reading<String> text, LogClock clock) {
        if (!text.known()) {
            return new BootLog(end, Reading.unknown(text.error()), "");
        }
        if (text.or("").startsWith("# not looked")) {
            return new BootLog(
                    end, Reading.unknown(Reading.NOT_REQUESTED + ": no place to read it from was given"), "");
        }
        KernelLog log = read(text.or(""), clock);
        if (log.from.isEmpty()) {
            return new BootLog(end, Reading.unknown("not a log of the kernel: " + Text.shorten(text.or(""), 80)), "");
        }
        return new BootLog(
                end,
                Reading.of(List.copyOf(log.events)),
                log.gap.orElse(""),
                DriverLines.unknown(log.read, log.beside));
    }

    private static KernelLog read(String text, LogClock clock) {
        KernelLog log = new KernelLog(clock);
        List<String> lines = LogLines.whole(Text.lines(text));
        for (int at = 0, lastBoot = lastBoot(lines); at < lines.size(); at++) {
            boolean header = lines.get(at).startsWith("# ");
            if (header || (at >= lastBoot && log.events.size() < MAX_EVENTS)) {
                log.take(lines.get(at));
            }
        }
        if (log.events.size() >= MAX_EVENTS) {
            log.gap = Optional.of("more than " + MAX_EVENTS + " errors: what came after them was not read");
        }
        return log;
    }

    /** Finds where the log itself says that its last boot begins; seconds that go back alone do not prove one. */
    private static int lastBoot(List<String> lines) {
        for (int at = lines.size() - 1; at > 0; at--) {
            if (LogBoots.begins(lines.get(at))) {
                return at;
            }
        }
        return 0;
    }

    private void take(String line) {
        Matcher head = SINCE.matcher(line);
        if (head.find()) {
            since = Instant.ofEpochSecond(Long.parseLong(head.group(2)));
        } else if (line.startsWith("# source=")) {
            from = Text.first(FROM, line).orElse("");
            gap = from.isEmpty() || from.equals("mark") ? gap : Optional.of(NOT_KEPT);
        } else if (line.startsWith(OLDEST)) {
            gap = from.isEmpty() ? gap(line.substring(OLDEST.length())) : gapFrom(line.substring(OLDEST.length()));
        } else if (line.equals("# cut")) {
            gap = Optional.of("the log since then is too long to be read whole");
        } else if (line.equals("# beside")) {
            readsBeside = true;
        } else if (!before(line) && readsBeside) {
            beside.add(line);
        } else if (!before(line)) {
            read.add(line);
            event(line);
        }
    }

    /** Says what a kept log that begins with this line lacks: it must reach back to T0, or to the boot's first line. */
    private Optional<String> gap(String oldest) {
        Optional<Instant> begins = clock.at(oldest);
        if (oldest.contains("Linux version")
                || begins.filter(at -> !at.isAfter(since)).isPresent()) {
            return Optional.empty();
        }
        String kept = begins.map(at -> "begins at " + at).orElse("does not say when it begins");
        return Optional.of("the kept log of this boot " + kept + " and no longer reaches back to T0 " + since
                + ": what was logged between is unknown, until a run begins later or the node boots");
    }

    /** Says what a kept log that begins with this line lacks, where it must reach back to a place in this boot. */
    private Optional<String> gapFrom(String oldest) {
        boolean reaches = oldest.contains("Linux version") || before(oldest);
        return reaches ? Optional.empty() : Optional.of(NOT_KEPT);
    }

    /**
     * Says whether the line stands before or at the place that the log is read from: seconds since boot, as the
     * kernel counts.
     */
    private boolean before(String line) {
        return !from.isEmpty()
                && Character.isDigit(from.charAt(0))
                && stamp(line)
                        .filter(at -> at.compareTo(new BigDecimal(from)) <= 0)
                        .isPresent();
    }

    private static Optional<BigDecimal> stamp(String line) {
        return Text.first(STAMP, line).map(BigDecimal::new);
    }

    private void event(String line) {
        if (SuppressedLines.in(line)) {
            gap = Optional.of("not every line reached the log: " + Text.shorten(line, 120));
        }
        address = XidLine.address(line).orElse(address);
        switch (KernelLine.of(line)) {
            case KernelLine.Coded coded -> coded(line, coded.error());
            case KernelLine.Damaged damaged -> add(line, address, 0, damaged.ofSwitch(), Text.shorten(line, 200));
            case KernelLine.Failed failed -> {
                if (failed.kind().event(line)) {
                    uncoded(line, failed.kind());
                }
            }
            case KernelLine.Other _ -> {}
        }
    }

    private void coded(String line, XidLine error) {
        boolean first = error.nvswitch().filter(switches::add).isPresent();
        if (!error.registers() || first) {
            add(line, error.address(), error.code(), error.ofSwitch(), error.text());
        }
    }

    private void uncoded(String line, DriverFailure failure) {
        switch (failure) {
            case LOST -> add(line, address, 79, false, "GPU has fallen off the bus");
            case GSP_TIMEOUT ->
                add(line, "", 0, false, DriverFailure.silent(line).orElse(line));
            default -> add(line, address, 0, false, Text.shorten(line, 200));
        }
    }

    private void add(String line, String bdf, int code, boolean nvswitch, String text) {
        Optional<Instant> at = clock.at(line);
        String where = Pci.address(bdf);
        // A GPU that fell off the bus says so twice, once with a code and once without.
        String key = code == 79 ? where + " 79" : where + " " + code + " " + text;
        boolean old = at.isPresent() && at.get().isBefore(since);
        if (!old && seen.add(key)) {
            events.add(new XidEvent(
                    at.or(() -> clock.local(line)).orElse(clock.fallback()),
                    where,
                    code,
                    nvswitch,
                    Text.shorten(text, 300)));
        }
    }
}
