package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import java.util.Set;

/** What an XID asks of the node, by NVIDIA's catalogue of XIDs for Ampere and newer. The code decides, never the text. */
final class XidRules {
    private static final Set<Integer> APPLICATION =
            Set.of(8, 13, 31, 32, 39, 40, 41, 43, 45, 68, 69, 94, 121, 141, 152, 163, 164, 165);
    private static final Set<Integer> LATER = Set.of(63, 92);
    private static final Set<Integer> RESET =
            Set.of(46, 48, 62, 64, 95, 109, 110, 119, 120, 136, 140, 143, 158, 171, 172);
    private static final Set<Integer> REBOOT = Set.of(79);

    private XidRules() {}

    /** Notes the action beside the event and the verdict that it is. */
    static void weigh(ObjectNode event, Findings found) {
        int code = event.path("code").asInt();
        String where = " on " + event.path("address").asText();
        if (event.path("kind").asText().equals("sxid")) {
            fabric(event, "SXid " + code + where, found);
        } else if (code == 74 || (code >= 144 && code <= 150)) {
            fabric(event, "XID " + code + where, found);
        } else if (REBOOT.contains(code)) {
            note(event, found, ToolVerdict.FAIL, "reboot", "XID " + code + where);
        } else if (RESET.contains(code)) {
            note(event, found, ToolVerdict.FAIL, "reset", "XID " + code + where);
        } else if (APPLICATION.contains(code)) {
            note(event, found, ToolVerdict.WARN, "application", "XID " + code + where + ": the application's");
        } else if (LATER.contains(code)) {
            note(event, found, ToolVerdict.WARN, "reset-later", "XID " + code + where);
        } else if (code == 154) {
            event.put("action", "obey");
        } else {
            note(event, found, ToolVerdict.WARN, "unknown", "XID " + code + where + ": not in the catalogue");
        }
    }

    private static void fabric(ObjectNode event, String what, Findings found) {
        switch (event.path("severity").asText()) {
            case "Fatal" -> note(event, found, ToolVerdict.FAIL, "nvlink", what + ": fatal");
            case "Nonfatal" -> note(event, found, ToolVerdict.WARN, "nvlink", what + ": not fatal");
            default -> note(event, found, ToolVerdict.WARN, "nvlink", what + ": severity not said");
        }
    }

    private static void note(ObjectNode event, Findings found, ToolVerdict verdict, String action, String reason) {
        event.put("action", action);
        found.verdict(verdict, reason);
    }
}
