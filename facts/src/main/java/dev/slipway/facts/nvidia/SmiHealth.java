package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import java.util.List;

/** What the driver itself says of a GPU's health. A GPU of which it says nothing carries no verdict. */
final class SmiHealth {
    private static final int MOST_RETIRED = 60;

    private SmiHealth() {}

    static void weigh(ObjectNode gpu, Findings found) {
        String where = gpu.path("address").asText("");
        boolean known = false;
        for (String key : List.of("remapPending", "retirementPending")) {
            known |= said(gpu.path(key));
            if (gpu.path(key).asText().equals("Yes")) {
                found.verdict(ToolVerdict.FAIL, where + ": " + key + ", it needs a reset");
            }
        }
        known |= said(gpu.path("remapFailure"));
        if (gpu.path("remapFailure").asText().equals("Yes")) {
            found.verdict(ToolVerdict.FAIL, where + ": a row could not be remapped");
        }
        long retired = gpu.path("retiredSingleBit").asLong(0)
                + gpu.path("retiredDoubleBit").asLong(0);
        if (retired >= MOST_RETIRED) {
            found.verdict(ToolVerdict.FAIL, where + ": " + retired + " pages are retired");
        }
        JsonNode action = gpu.path("recoveryAction");
        JsonNode reset = gpu.path("resetRequired");
        known |= said(action) || said(reset);
        if (said(action) && !action.asText().equals("None")) {
            found.verdict(ToolVerdict.FAIL, where + " asks for: " + action.asText());
        } else if (reset.asText().equals("Yes")) {
            found.verdict(ToolVerdict.FAIL, where + " requires a reset");
        }
        if (known) {
            found.verdict(ToolVerdict.PASS, "");
        }
    }

    private static boolean said(JsonNode value) {
        return value.isTextual();
    }
}
