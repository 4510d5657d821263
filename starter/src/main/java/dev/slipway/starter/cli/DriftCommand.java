package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares a fleet with its baselines. */
@Command(name = "drift", description = "Compare nodes with their baselines.", subcommands = DriftCommand.Check.class)
final class DriftCommand {
    private static final int SHOWN = 6;

    @Command(
            name = "check",
            description = "Read the facts of every node of a fleet, compare, and propose; changes nothing. "
                    + "Exit code 1 when a node drifted, is broken or did not answer.",
            footer = {
                "",
                "Examples:",
                "  slipway drift check --fleet prod-a",
                "  slipway drift check --fleet prod-a --json | jq '.nodes[] | {node, fields}'",
                "  slipway drift check --show drift/prod-a-2026-11-21T02:00:00Z"
            })
    static final class Check extends Ask {
        @Option(names = "--fleet", paramLabel = "FLEET", description = "The fleet. Default: the only one.")
        @Nullable
        String fleet;

        @Option(names = "--no-wait", description = "Start the check and do not wait for its report.")
        boolean noWait;

        @Option(names = "--show", paramLabel = "CHECK", description = "Show an earlier check instead of starting one.")
        @Nullable
        String show;

        @Option(
                names = "--progress",
                negatable = true,
                description = "Say how far it is while it reads. Default: on a terminal.")
        @Nullable
        Boolean progress;

        @Option(names = "--within", hidden = true)
        Duration within = Duration.ofMinutes(15);

        @Override
        public Integer call() {
            if (show != null) {
                return print(whole(show));
            }
            ObjectNode body = Door.body();
            Optional.ofNullable(fleet).ifPresent(f -> body.put("fleet", f));
            JsonNode started = door().post("api/v1/drift-checks", body);
            if (noWait) {
                return answer(
                        started,
                        s -> "started " + Words.text(s, "id") + "\nSee it: slipway drift check --show "
                                + Words.text(s, "id"));
            }
            return print(finished(Words.text(started, "id")));
        }

        private JsonNode finished(String id) {
            Door door = door();
            ProgressLine line = new ProgressLine(rawErr(), progress == null ? ProgressLine.onTerminal() : progress);
            Instant end = Instant.now().plus(within);
            while (Instant.now().isBefore(end)) {
                JsonNode check = door.get(path(id));
                if (!"running".equals(Words.text(check, "status"))) {
                    line.end();
                    return whole(id);
                }
                line.show(Words.text(check, "summary"));
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
            line.end();
            throw new Refusal(Exit.AWAY, id + " has no report yet", "see it later: slipway drift check --show " + id);
        }

        /** With every node that is not clean, however many pages they are. */
        private JsonNode whole(String id) {
            return door().getWhole(path(id), "nodes");
        }

        private static String path(String id) {
            return "api/v1/drift-checks/" + escape(id.startsWith("drift/") ? id.substring("drift/".length()) : id);
        }

        private int print(JsonNode check) {
            answer(check, DriftCommand::words);
            return "clean".equals(Words.text(check, "status")) ? Exit.OK : Exit.NO;
        }
    }

    static String words(JsonNode check) {
        StringBuilder text = new StringBuilder(Words.text(check, "summary")).append('\n');
        List<List<String>> rows = new ArrayList<>();
        check.path("nodes").forEach(node -> {
            List<String> lines = new ArrayList<>();
            node.path("differences").forEach(d -> lines.add(d.asText()));
            String first = lines.isEmpty() ? Words.text(node, "title") : lines.getFirst();
            rows.add(List.of(Words.text(node, "node"), first, "row " + Words.text(node, "row"), route(node)));
            lines.stream().skip(1).limit(SHOWN - 1).forEach(more -> rows.add(List.of("", more, "", "")));
            if (lines.size() > SHOWN) {
                rows.add(List.of("", "and " + (lines.size() - SHOWN) + " more: --json shows all", "", ""));
            }
        });
        text.append(Words.columns(rows));
        List<List<String>> unread = new ArrayList<>();
        check.path("unread").forEach(node -> {
            String why = Words.text(node, "answer") + ": " + Words.text(node, "reason");
            unread.add(List.of(Words.text(node, "node"), why, Words.text(node, "said")));
            unread.add(List.of("", "", "→ " + Words.text(node, "next")));
        });
        text.append(Words.columns(unread));
        String propose = Words.text(check, "propose");
        return propose.isBlank() ? text.toString() : text + "Propose: " + propose;
    }

    private static String route(JsonNode node) {
        String route = Words.text(node, "route");
        return route.startsWith("divert ") ? "→ " + route.substring("divert ".length()) : route;
    }
}
