package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.rules.triage.XidCatalogue;

/**
 * States what an XID requires of the node, by NVIDIA's catalogue of XIDs for Ampere and newer. The code decides, never
 * the text.
 */
final class XidRules {
    private XidRules() {}

    /** Notes the action beside the event and the verdict that it is. */
    static void weigh(ObjectNode event, Findings found) {
        int code = event.path("code").asInt();
        String where = " on " + event.path("address").asText();
        if (event.path("kind").asText().equals("sxid")) {
            fabric(event, "SXid " + code + where, found);
            return;
        }
        String what = "XID " + code + where;
        switch (XidCatalogue.of(code).bucket()) {
            case WORKFLOW_NVLINK -> fabric(event, what, found);
            case RESTART_MACHINE -> note(event, found, ToolVerdict.FAIL, "reboot", what);
            case RESET_GPU, WORKFLOW_ECC -> note(event, found, ToolVerdict.FAIL, "reset", what);
            case FOLLOW_THE_OTHER -> {
                if (event.has("causedBy")) {
                    note(event, found, ToolVerdict.WARN, "follow", what + ": caused by XID " + event.path("causedBy"));
                } else {
                    application(event, what, found);
                }
            }
            case RESTART_APP -> application(event, what, found);
            case IGNORE -> {
                if (XidCatalogue.of(code).care().ofTheNode()) {
                    note(event, found, ToolVerdict.WARN, "reset-later", what);
                } else {
                    application(event, what, found);
                }
            }
            case SEE_RECOVERY_ACTION -> event.put("action", "obey");
            case NOT_LISTED -> note(event, found, ToolVerdict.WARN, "unknown", what + ": not in the catalogue");
        }
    }

    private static void application(ObjectNode event, String what, Findings found) {
        note(event, found, ToolVerdict.WARN, "application", what + ": the application's");
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
