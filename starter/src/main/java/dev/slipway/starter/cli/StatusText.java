package dev.slipway.starter.cli;

import dev.slipway.starter.client.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Prints the status: one line per fleet, one per node, and what to type where a person is needed. */
final class StatusText {
    private StatusText() {}

    static String of(Status status, boolean all, Instant now) {
        StringBuilder text = new StringBuilder();
        if (!status.warning().isEmpty()) {
            text.append(status.warning()).append('\n');
        }
        status.fleets().forEach(fleet -> text.append(fleet(fleet, now)).append('\n'));
        List<Status.Row> shown = new ArrayList<>();
        status.rows().forEach(row -> {
            if (all || !"in-service".equals(row.state())) {
                shown.add(row);
            }
        });
        text.append('\n');
        text.append(shown.isEmpty() ? status.emptyText(now) + '\n' : table(shown, now));
        status.waiting().forEach(rollout -> text.append(rollout.text()).append('\n'));
        status.proposals()
                .forEach(p -> text.append("proposed by an alert: ")
                        .append(p.node())
                        .append("  ")
                        .append(p.alert())
                        .append("  received ")
                        .append(Words.age(p.at(), now))
                        .append(" ago   → ")
                        .append(p.command())
                        .append('\n'));
        return text.toString();
    }

    private static String fleet(Status.Fleet fleet, Instant now) {
        String frozen = fleet.frozen();
        return "FLEET  " + fleet.fleet() + "  "
                + fleet.nodesText() + " · "
                + fleet.inServiceText() + " · "
                + fleet.inRunbooksText() + " · "
                + fleet.held() + " held · "
                + fleet.outByOthersText(now) + " · "
                + fleet.driftText(now) + "   "
                + fleet.budgetText()
                + (frozen.isBlank() ? "" : "   FROZEN: " + frozen);
    }

    private static String table(List<Status.Row> rows, Instant now) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("NODE", "RUNBOOK", "STATE", "STEP", "SINCE", "WHY"));
        List<String> links = new ArrayList<>();
        for (Status.Row row : rows) {
            String state = row.state();
            lines.add(List.of(
                    row.node(),
                    row.runbook(),
                    row.stale() ? state + " (stale)" : state,
                    row.step(),
                    Words.age(row.since(), now),
                    row.why() + next(row)));
            links.add("DECISION".equals(state) ? row.link() : "");
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

    private static String next(Status.Row row) {
        String next = row.next();
        return next.isBlank() ? "" : "   → " + next;
    }
}
