package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import dev.slipway.facts.output.Parser;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel log as dmesg, journald or {@code /dev/kmsg} print it. Events are what concerns a GPU or NVSwitch, equal ones
 * counted; incidents are events of one code on one device. Other lines of the kernel are counted and not shown.
 */
public final class KernelLogParser implements Parser {
    private static final String BDF = "([0-9a-f]{2,8}(?::[0-9a-f]{2}){1,2}(?:\\.[0-7])?)";
    private static final Pattern XID = Pattern.compile("(?i)NVRM:\\s*Xid\\s*\\(\\s*(?:PCI:)?" + BDF
            + "(?:\\s+GPU-I:\\s*([0-9]{1,4}))?\\s*\\)\\s*:\\s*([0-9]{1,7})\\s*(?:,\\s*(.*))?$");
    private static final Pattern SXID =
            Pattern.compile("(?i)SXid\\s*\\(\\s*PCI:" + BDF + "\\s*\\)\\s*:\\s*([0-9]{1,7})\\s*,\\s*(.*)$");
    private static final Pattern NAMED = Pattern.compile("(?i)NVRM:\\s*S?Xid\\b|nvidia-nvswitch.*SXid");
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)\\b([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}(?:\\.[0-7])?)\\b");
    private static final Pattern UUID = Pattern.compile("GPU at PCI:" + BDF + ": (GPU-[0-9a-fA-F-]{8,40})");
    private static final Pattern CLIENT = Pattern.compile("client has (?:the )?version ([0-9.]+[0-9])");
    private static final Pattern MODULE = Pattern.compile("this kernel module has (?:the )?version ([0-9.]+[0-9])");
    private static final Pattern SERIAL = Pattern.compile("GPU Board Serial Number: ([0-9A-Za-z]{4,32})");
    private static final Pattern INIT = Pattern.compile("RmInitAdapter failed! \\(([0-9a-fx]+:[0-9a-fx]+:[0-9]+)\\)");
    private static final Pattern SEGFAULT =
            Pattern.compile("(\\S+)\\[([0-9]{1,10})]: segfault at .* in ((?:lib)[^\\s\\[]+)\\[");
    private static final Pattern SYMBOL =
            Pattern.compile("(\\w[\\w-]*): Unknown symbol (\\w+)(?: \\(err (-?[0-9]+)\\))?");
    private static final Pattern SUPPRESSED = Pattern.compile("([0-9]{1,9}) (?:callbacks|messages) suppressed");
    private static final Pattern DROPPED =
            Pattern.compile("(?i)\\bmissed [0-9]+ kernel messages|/dev/kmsg buffer overrun|"
                    + "\\b[0-9]+ printk messages dropped|\\bmessages lost\\b");
    private static final Pattern KERNEL = Pattern.compile(
            "(?i)NVRM|\\bnvidia[a-z_-]*[0-9]*: |\\bkernel: |\\bLinux version [0-9]|^-- (?:No entries|Journal|Logs begin|(?:Re)?boot)");
    /** The processor of a GPU does not answer: newer drivers say so before an XID, and where none follows. */
    private static final Pattern GSP_SILENT = Pattern.compile(
            "NVRM: GPU([0-9]{1,3}) .*(Heartbeat timed out|GSP Timeout|Memory Subsystem Error detected)");

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
    public Parsed parse(Output output) {
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

    /** Whether a kernel, or journald for it, wrote this line. */
    public static boolean written(String line) {
        return KERNEL.matcher(line).find() || !LogLines.time(line).isEmpty();
    }

    private static final class Run {
        private final Findings found;
        private final LogEvents events;
        private String address = "";
        private String uuidAt = "";
        private Optional<ObjectNode> mismatch = Optional.empty();
        private int others;
        private int older;
        private boolean lost;

        Run(Findings found, LogEvents events) {
            this.found = found;
            this.events = events;
        }

        void take(Output.Line line) {
            String text = line.text();
            String time = LogLines.time(text);
            Matcher xid = XID.matcher(text);
            Matcher sxid = SXID.matcher(text);
            if (text.contains("NVRM")) {
                address = Text.first(ADDRESS, text).map(Pci::address).orElse(address);
            }
            if (xid.find()) {
                address = Pci.address(xid.group(1));
                String rest = xid.group(4) == null ? "" : xid.group(4).strip();
                ObjectNode event = events.xid(address, Integer.parseInt(xid.group(3)), rest, time);
                Optional.ofNullable(xid.group(2)).ifPresent(i -> event.put("gpuInstance", Integer.parseInt(i)));
            } else if (sxid.find()) {
                sxid(sxid, time);
            } else if (NAMED.matcher(text).find()) {
                events.malformed();
                found.unparsed(line);
                found.verdict(ToolVerdict.UNKNOWN, "line " + line.number() + ": a damaged error line");
            } else if (!failure(text, time) && !noted(text)) {
                others++;
            }
        }

        private void sxid(Matcher sxid, String time) {
            String rest = sxid.group(3).strip();
            if (!rest.startsWith("Data {") || !events.data(rest)) {
                events.sxid(Pci.address(sxid.group(1)), Integer.parseInt(sxid.group(2)), rest, time);
            }
        }

        void close(boolean kernel) {
            found.facts().put("otherLines", others);
            if (!kernel) {
                found.verdict(ToolVerdict.UNKNOWN, "not one line of a kernel's log");
            } else if (lost
                    || (events.none() && found.facts().path("rateLimited").asBoolean())) {
                found.verdict(ToolVerdict.UNKNOWN, "lines of the log are missing");
            }
            events.close();
        }

        /** Failures that carry no code. */
        private boolean failure(String text, String time) {
            Matcher init = INIT.matcher(text);
            Matcher silent = GSP_SILENT.matcher(text);
            Matcher segfault = SEGFAULT.matcher(text);
            Matcher symbol = SYMBOL.matcher(text);
            if (text.contains("fallen off the bus") && text.contains("NVRM")) {
                events.lost(address, time, Text.first(PCI_ID, text));
            } else if (init.find()) {
                events.plain("rm-init-failed", address, time, text).put("failure", init.group(1));
            } else if (text.contains("rm_init_adapter failed")) {
                events.plain("rm-init-failed", address, time, text);
            } else if (text.contains("Cannot initialize GSP")) {
                events.plain("gsp-init-failed", address, time, text);
            } else if (silent.find()) {
                events.plain("gsp-timeout", "", time, "NVRM: GPU" + silent.group(1) + " " + silent.group(2))
                        .put("gpu", Integer.parseInt(silent.group(1)));
            } else if (text.contains("NVIDIA probe routine failed")) {
                events.plain("probe-failed", "", time, text);
            } else if (text.contains("API mismatch")) {
                mismatch = Optional.of(events.plain("api-mismatch", "", time, text));
                version("client", CLIENT, text);
            } else if (text.contains("unavailable key is rejected")) {
                events.plain("key-rejected", "", time, text);
            } else if (text.contains("nvidia-peermem") && text.contains("ERROR")) {
                events.warning("peermem-error", time, text);
            } else if (text.contains("]: segfault at ") && segfault.find()) {
                events.warning("segfault", time, text)
                        .put("process", segfault.group(1))
                        .put("pid", Long.parseLong(segfault.group(2)))
                        .put("library", segfault.group(3));
            } else if (text.contains(": Unknown symbol ") && symbol.find()) {
                ObjectNode event = events.plain("unknown-symbol", "", time, text);
                event.put("module", symbol.group(1)).put("symbol", symbol.group(2));
            } else {
                return false;
            }
            return true;
        }

        /** The two versions of a mismatch stand on two lines. */
        private void version(String whose, Pattern said, String text) {
            Text.first(said, text).ifPresent(v -> mismatch.ifPresent(event -> event.put(whose, v)));
        }

        /** Lines that belong to an event or say which GPU it is. */
        private boolean noted(String text) {
            Matcher uuid = UUID.matcher(text);
            Optional<String> serial = Text.first(SERIAL, text);
            Optional<String> suppressed = Text.first(SUPPRESSED, text);
            version("module", MODULE, text);
            if (uuid.find()) {
                uuidAt = Pci.address(uuid.group(1));
                found.facts()
                        .withObjectProperty("gpus")
                        .withObjectProperty(uuidAt)
                        .put("uuid", uuid.group(2));
            } else if (serial.isPresent() && !uuidAt.isEmpty()) {
                found.facts()
                        .withObjectProperty("gpus")
                        .withObjectProperty(uuidAt)
                        .put("serial", serial.get());
            } else if (text.contains("NVRM: Rate limiting")) {
                found.facts().put("rateLimited", true);
                found.because("the driver prints only some of these errors");
            } else if (suppressed.isPresent()) {
                long before = found.facts().path("suppressed").asLong(0);
                found.facts().put("suppressed", before + Long.parseLong(suppressed.get()));
                found.because("the kernel suppressed lines");
            } else if (NOT_READ.matcher(text).find()) {
                found.facts().put("error", "log-not-readable");
                found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, text.strip());
            } else if (DROPPED.matcher(text).find()) {
                lost = true;
                found.because(text.strip());
            }
            return text.contains("NVRM:") || uuid.hasMatch() || suppressed.isPresent();
        }
    }
}
