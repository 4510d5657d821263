package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel log as dmesg, journald or {@code /dev/kmsg} print it. Events are what concerns a GPU or NVSwitch, equal ones
 * counted; incidents are events of one code on one device. Other lines of the kernel are counted and not shown.
 */
public final class KernelLogParser implements Parser {
    private static final Pattern UUID = Pattern.compile("GPU at PCI:([0-9a-fA-F:.]{7,16}): (GPU-[0-9a-fA-F-]{8,40})");
    private static final Pattern CLIENT = Pattern.compile("client has (?:the )?version ([0-9.]+[0-9])");
    private static final Pattern MODULE = Pattern.compile("this kernel module has (?:the )?version ([0-9.]+[0-9])");
    private static final Pattern SERIAL = Pattern.compile("GPU Board Serial Number: ([0-9A-Za-z]{4,32})");
    private static final Pattern SEGFAULT =
            Pattern.compile("(\\S+)\\[([0-9]{1,10})]: segfault at .* in ((?:lib)[^\\s\\[]+)\\[");
    private static final Pattern SYMBOL =
            Pattern.compile("(\\w[\\w-]*): Unknown symbol (\\w+)(?: \\(err (-?[0-9]+)\\))?");
    private static final Pattern KERNEL = Pattern.compile(
            "(?i)NVRM|\\bnvidia[a-z_-]*[0-9]*: |\\bkernel: |\\bLinux version [0-9]|^-- (?:No entries|Journal"
                    + "|Logs begin|(?:Re)?boot)");
    /** Finds the lines that journald and the probe write between those of the kernel. */
    private static final Pattern MARK = Pattern.compile("^(?:-- |# (?:source=|oldest: |cut))|\\bLinux version [0-9]");

    private static final Pattern PCI_ID = Pattern.compile("\\(PCI ID: (10de:[0-9a-f]{4})\\)");

    private static final Pattern NOT_READ =
            Pattern.compile("dmesg: .*(?:failed|not permitted|unable)|No journal files were"
                    + "|You are currently not seeing messages|Failed to (?:open|search|add)\\b.*(?:journal|match)");

    private final LogBound bound;

    /** A parser that passes over what is older than {@code bound}. */
    public KernelLogParser(LogBound bound) {
        this.bound = bound;
    }

    @Override
    public ToolReport<?> parse(Output output) {
        Findings found = new Findings("kernel log");
        Run run = new Run(found, new LogEvents(found));
        List<Output.Line> lines = LogLines.joined(output.written());
        LogBoots boots = new LogBoots(lines.stream().map(Output.Line::text).toList());
        boolean kernel = false;
        for (int at = 0; at < lines.size(); at++) {
            Output.Line line = lines.get(at);
            kernel |= written(line.text());
            LogBound.Age age = bound.age(line.text(), boots.of(at) == boots.count());
            if (age == LogBound.Age.OLD) {
                run.older++;
            } else {
                run.events.in(boots.of(at), age == LogBound.Age.UNCERTAIN);
                run.take(line);
            }
        }
        if (boots.count() > 0) {
            found.facts().put("boots", boots.count());
        }
        bound.since()
                .ifPresent(since -> found.facts().put("since", since.toString()).put("olderLines", run.older));
        run.close(kernel);
        return found.of(output);
    }

    /** Says whether a kernel, or journald for it, wrote this line; what a shell says of itself is no such line. */
    public static boolean written(String line) {
        if (!LogLines.time(line).isEmpty()) {
            return true;
        }
        return KERNEL.matcher(line).find()
                && ErrorLines.in(line).isEmpty()
                && ErrorLines.beside(line).isEmpty();
    }

    private static final class Run {
        private final Findings found;
        private final LogEvents events;
        private String address = "";
        private String uuidAt = "";
        private Optional<Mismatch> mismatch = Optional.empty();
        private int others;
        private int older;
        private boolean lost;

        /** The first line of two or three that say which versions do not fit. */
        private record Mismatch(String time, String text) {}

        Run(Findings found, LogEvents events) {
            this.found = found;
            this.events = events;
        }

        void take(Output.Line line) {
            String text = line.text();
            String time = LogLines.time(text);
            address = XidLine.address(text).orElse(address);
            switch (KernelLine.of(text)) {
                case KernelLine.Coded coded -> code(coded.error(), time);
                case KernelLine.Damaged _ -> {
                    events.malformed();
                    found.unparsed(line);
                    found.verdict(ToolVerdict.UNKNOWN, "line " + line.number() + ": a damaged error line");
                }
                case KernelLine.Failed failed -> failed(failed.kind(), text, time);
                case KernelLine.Other _ -> {
                    if (!warned(text, time) && !noted(text, time)) {
                        other(line, time);
                    }
                }
            }
        }

        private void code(XidLine error, String time) {
            if (error.ofSwitch()) {
                if (!error.registers() || !events.data(error)) {
                    events.sxid(error, time);
                }
                return;
            }
            address = error.address();
            ObjectNode event = events.xid(error, time);
            error.gpuInstance().ifPresent(i -> event.put("gpuInstance", i));
        }

        /** A line of the driver that is not known is named, and the log does not pass; so is what no kernel wrote. */
        private void other(Output.Line line, String time) {
            String text = line.text();
            boolean driver = DriverLines.written(text);
            if (driver && !DriverLines.harmless(text) && !(DriverLines.rest(text) && !events.none())) {
                found.unparsed(line);
                found.verdict(
                        ToolVerdict.UNKNOWN,
                        "line " + line.number() + ": a line of the driver that is not known: " + text.strip());
            } else if (driver || !time.isEmpty() || MARK.matcher(text).find()) {
                others++;
            } else {
                found.unparsed(line);
            }
        }

        void close(boolean kernel) {
            endMismatch("");
            found.facts().put("otherLines", others);
            if (!kernel) {
                found.verdict(ToolVerdict.UNKNOWN, "not one line of a kernel's log");
            } else if (lost
                    || (events.none() && found.facts().path("rateLimited").asBoolean())) {
                found.verdict(ToolVerdict.UNKNOWN, "lines of the log are missing");
            }
            events.close();
        }

        /** Errors beside the driver, which may come from it. */
        private boolean warned(String text, String time) {
            Matcher segfault = SEGFAULT.matcher(text);
            if (DriverLines.peerMemory(text)) {
                events.warning("peermem-error", time, text);
            } else if (text.contains("]: segfault at ") && segfault.find()) {
                events.warning("segfault", time, text)
                        .put("process", segfault.group(1))
                        .put("pid", Long.parseLong(segfault.group(2)))
                        .put("library", segfault.group(3));
            } else {
                return false;
            }
            return true;
        }

        private void failed(DriverFailure failure, String text, String time) {
            switch (failure) {
                case LOST -> events.lost(address, time, Text.first(PCI_ID, text));
                case VERSION_MISMATCH -> {
                    endMismatch("");
                    mismatch = Optional.of(new Mismatch(time, text));
                }
                case GSP_TIMEOUT -> {
                    String silent = DriverFailure.silent(text).orElse("");
                    events.plain(failure.word(), "", time, "NVRM: " + silent)
                            .put("gpu", Integer.parseInt(silent.substring(3, silent.indexOf(' '))));
                }
                case RM_INIT -> events.initFailed(address, time, text);
                case UNKNOWN_SYMBOL -> {
                    Matcher symbol = SYMBOL.matcher(text);
                    ObjectNode event = events.plain(failure.word(), "", time, text);
                    if (symbol.find()) {
                        event.put("module", symbol.group(1)).put("symbol", symbol.group(2));
                    }
                }
                default -> events.plain(failure.word(), failure == DriverFailure.GSP_INIT ? address : "", time, text);
            }
        }

        /** Both versions belong to one event: another module or another client is another one. */
        private void endMismatch(String rest) {
            mismatch.ifPresent(first -> {
                String said = (first.text() + " " + rest).strip();
                ObjectNode event = events.plain(DriverFailure.VERSION_MISMATCH.word(), "", first.time(), said);
                Text.first(CLIENT, said).ifPresent(v -> event.put("client", v));
                Text.first(MODULE, said).ifPresent(v -> event.put("module", v));
            });
            mismatch = Optional.empty();
        }

        /** Lines that belong to an event or say which GPU it is. */
        private boolean noted(String text, String time) {
            Matcher uuid = UUID.matcher(text);
            Optional<String> serial = Text.first(SERIAL, text);
            Optional<Long> suppressed = SuppressedLines.suppressed(text);
            if (uuid.find()) {
                uuidAt = Pci.address(uuid.group(1));
                gpu().put("uuid", uuid.group(2));
            } else if (serial.isPresent() && !uuidAt.isEmpty()) {
                gpu().put("serial", serial.get());
                uuidAt = "";
            } else if (MODULE.matcher(text).find() && mismatch.isPresent()) {
                endMismatch(text.substring(Math.max(0, text.indexOf("NVRM:"))));
            } else if (SuppressedLines.limited(text)) {
                found.facts().put("rateLimited", true);
                found.because("the driver prints only some of these errors");
            } else if (suppressed.isPresent()) {
                long before = found.facts().path("suppressed").asLong(0);
                found.facts().put("suppressed", before + suppressed.get());
                found.because("the kernel suppressed lines");
            } else if (SuppressedLines.dropped(text)) {
                lost = true;
                found.because(text.strip());
            } else if (time.isEmpty() && NOT_READ.matcher(text).find()) {
                found.facts().put("error", "log-not-readable");
                found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, text.strip());
            } else {
                uuidAt = text.contains("NVRM:") ? "" : uuidAt;
                return false;
            }
            return true;
        }

        private ObjectNode gpu() {
            return found.facts().withObjectProperty("gpus").withObjectProperty(uuidAt);
        }
    }
}
