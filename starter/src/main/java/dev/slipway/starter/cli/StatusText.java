package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The status as a person reads it: one line a fleet, one line a node, and what to type where a person is needed. */
final class StatusText {
    private StatusText() {}

    static String of(JsonNode status, boolean all, Instant now) {
        StringBuilder text = new StringBuilder();
        status.path("fleets").forEach(fleet -> text.append(fleet(fleet)).append('\n'));
        List<JsonNode> shown = new ArrayList<>();
        status.path("rows").forEach(row -> {
            if (all || !"in-service".equals(Words.text(row, "state"))) {
                shown.add(row);
            }
        });
        text.append('\n');
        text.append(shown.isEmpty() ? "Every node is in service.\n" : table(shown, now));
        status.path("proposals")
                .forEach(p -> text.append("proposed by an alert: ")
                        .append(Words.text(p, "node"))
                        .append("  ")
                        .append(Words.text(p, "alert"))
                        .append("   → ")
                        .append(Words.text(p, "command"))
                        .append('\n'));
        return text.toString();
    }

    private static String fleet(JsonNode fleet) {
        String frozen = Words.text(fleet, "frozen");
        return "FLEET  " + Words.text(fleet, "fleet") + "  "
                + fleet.path("nodes").asInt() + " nodes · "
                + fleet.path("inService").asInt() + " in service · "
                + fleet.path("inRunbooks").asInt() + " in runbooks · "
                + fleet.path("held").asInt() + " held · "
                + fleet.path("outByOthers").asInt() + " out by others   budget "
                + fleet.path("used").asInt() + " of " + fleet.path("budget").asInt() + " used"
                + (frozen.isBlank() ? "" : "   FROZEN: " + frozen);
    }

    private static String table(List<JsonNode> rows, Instant now) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("NODE", "RUNBOOK", "STATE", "STEP", "SINCE", "WHY"));
        List<String> links = new ArrayList<>();
        for (JsonNode row : rows) {
            String state = Words.text(row, "state");
            lines.add(List.of(
                    Words.text(row, "node"),
                    Words.text(row, "runbook"),
                    row.path("stale").asBoolean() ? state + " (stale)" : state,
                    Words.text(row, "step"),
                    Words.age(Words.text(row, "since"), now),
                    Words.text(row, "why") + next(row)));
            links.add("DECISION".equals(state) ? Words.text(row, "link") : "");
        }
        StringBuilder text = new StringBuilder();
        String[] printed = Words.columns(lines).split("\n");
        for (int i = 0; i < printed.length; i++) {
            text.append(printed[i]).append('\n');
            if (i > 0 && !links.get(i - 1).isBlank()) {
                text.append("         ").append(links.get(i - 1)).append('\n');
            }
        }
        return text.toString();
    }

    private static String next(JsonNode row) {
        String next = Words.text(row, "next");
        return next.isBlank() ? "" : "   → " + next;
    }
}
