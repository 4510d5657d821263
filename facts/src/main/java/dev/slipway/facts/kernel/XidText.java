package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.model.gpu.ErrorSeverity;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text after the code of an XID or SXid, as far as it has a known form. */
final class XidText {
    private static final Pattern PID = Pattern.compile("\\bpid=(?:'?<unknown>'?|([0-9]{1,10}))");
    private static final Pattern NAME = Pattern.compile("\\bname=(<unknown>|[^,]{1,64})");
    private static final Pattern UNIT =
            Pattern.compile("(?i)(?:^|, |\\s)([A-Z][A-Z0-9]{1,15}(?:_[A-Z0-9]+)*(?:/[A-Z0-9_]+)?)\\s+"
                    + "(Fatal|Non-?fatal)\\s+XC\\s*(-?[0-9]+)\\s+i\\s*(-?[0-9]+)\\s+Link\\s+(-?[0-9]{1,4})(?:\\s*[(\\"
                    + "[]([^)\\]]*)[)\\]])?");
    private static final Pattern LINK = Pattern.compile("(?i)\\blink\\s+(-?[0-9]{1,4})");
    private static final Pattern RESET = Pattern.compile("\\bRST: (Yes|No), D-RST: (Yes|No)");
    private static final Pattern ACTION =
            Pattern.compile("changed from (0x[0-9a-fA-F]+) \\(([^)]*)\\) to (0x[0-9a-fA-F]+) \\(([^)]*)\\)");
    private static final Pattern COUNTERS = Pattern.compile("\\b(DRAM|LTC|MMU|PCIE):([0-9]{1,9})\\b");
    private static final Pattern RPC = Pattern.compile("Timeout after ([0-9]{1,6})s of waiting for RPC");
    private static final Pattern ROW = Pattern.compile("(?i)row.{0,40}?(0x[0-9a-f]+)");

    private XidText() {}

    static void read(String rest, ObjectNode event) {
        Matcher pid = PID.matcher(rest);
        Matcher name = NAME.matcher(rest);
        if (pid.find()) {
            if (pid.group(1) == null) {
                event.putNull("pid");
            } else {
                event.put("pid", Long.parseLong(pid.group(1)));
            }
        }
        if (name.find()) {
            if (name.group(1).equals("<unknown>")) {
                event.putNull("process");
            } else {
                event.put("process", name.group(1).strip());
            }
        }
        fabric(rest, event);
        memory(rest, event);
        Matcher rpc = RPC.matcher(rest);
        if (rpc.find()) {
            event.put("timeoutSeconds", Integer.parseInt(rpc.group(1)));
        }
        Matcher action = ACTION.matcher(rest);
        if (action.find()) {
            event.put("fromCode", action.group(1)).put("from", action.group(2));
            event.put("toCode", action.group(3)).put("to", action.group(4));
        }
    }

    private static void fabric(String rest, ObjectNode event) {
        Matcher unit = UNIT.matcher(rest);
        Matcher link = LINK.matcher(rest);
        if (unit.find()) {
            event.put("unit", unit.group(1))
                    .put("severity", ErrorSeverity.of(unit.group(2)).word());
            event.put("link", Integer.parseInt(unit.group(5)));
            for (String register : unit.group(6) == null
                    ? new String[0]
                    : unit.group(6).strip().split("[\\s,]+")) {
                event.withArray("registers").add(register);
            }
        } else if (link.find()) {
            event.put("link", Integer.parseInt(link.group(1)));
            if (rest.contains("fatal error")) {
                event.put("severity", ErrorSeverity.FATAL.word());
            }
        }
    }

    private static void memory(String rest, ObjectNode event) {
        Matcher reset = RESET.matcher(rest);
        if (rest.contains("Uncontained:") || rest.contains("Contained:")) {
            event.put("contained", !rest.contains("Uncontained:"));
        }
        if (reset.find()) {
            event.put("resetRequired", reset.group(1).equals("Yes"))
                    .put("drainAndReset", reset.group(2).equals("Yes"));
        }
        Matcher counter = COUNTERS.matcher(rest);
        while (counter.find()) {
            event.withObjectProperty("counters").put(counter.group(1), Long.parseLong(counter.group(2)));
        }
        Matcher row = ROW.matcher(rest);
        if (row.find()) {
            event.put("row", row.group(1));
        }
    }

    static void readSwitch(String rest, ObjectNode event) {
        ErrorSeverity severity = ErrorSeverity.of(rest);
        Matcher link = LINK.matcher(rest);
        if (severity != ErrorSeverity.UNSTATED) {
            event.put("severity", severity.word());
        }
        if (link.find()) {
            event.put("link", Integer.parseInt(link.group(1)));
        }
    }
}
