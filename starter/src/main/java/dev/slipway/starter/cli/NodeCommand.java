package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One node: all that is known of it, and the way to release a held one by hand. */
@Command(
        name = "node",
        description = "One node.",
        subcommands = {NodeCommand.Show.class, NodeCommand.Release.class, NodeCommand.Unpin.class})
final class NodeCommand {

    @Command(
            name = "show",
            description =
                    "Where a node is, its run, what ran before, its cordon, what happened to its GPUs, its audit.",
            footer = {"", "Example: slipway node show gpu-102"})
    static final class Show extends Ask {
        @Mixin
        NodeArgument node = new NodeArgument();

        @Option(names = "--all", description = "Every earlier run and the whole audit, not the newest of them.")
        boolean all;

        @Override
        public Integer call() {
            return answer(door().get(node.path() + (all ? "?all=true" : "")), Show::words);
        }

        private static String words(JsonNode answer) {
            List<List<String>> lines = new ArrayList<>();
            JsonNode row = answer.path("row");
            lines.add(List.of("node", Words.text(answer, "cluster") + "/" + Words.text(answer, "node")));
            lines.add(List.of("fleet", Words.text(answer, "fleet")));
            lines.add(List.of(
                    "state", Words.text(row, "state") + (row.path("stale").asBoolean() ? " (stale)" : "")));
            put(lines, "runbook", Words.text(row, "runbook"));
            put(lines, "step", Words.text(row, "step"));
            put(lines, "why", Words.text(row, "why"));
            put(lines, "run", Words.text(answer.path("run"), "status"));
            put(lines, "link", Words.text(answer.path("run"), "link"));
            answer.path("run").path("choices").forEach(c -> put(lines, "you can", c.asText()));
            put(lines, "cordon", Words.text(answer, "cordon"));
            put(lines, "pinned to", Words.text(answer, "pin"));
            answer.path("run").path("journal").forEach(j -> put(lines, "journal", j.asText()));
            answer.path("gpus").forEach(gpu -> GpuCommand.past(lines, gpu, "gpu " + Words.text(gpu, "serial")));
            answer.path("outcomes").forEach(o -> ended(lines, o));
            answer.path("audit")
                    .forEach(a -> put(
                            lines,
                            "audit",
                            Words.text(a, "at") + "  " + Words.text(a, "who") + "  " + Words.text(a, "what") + "  "
                                    + Words.text(a, "why")));
            String whole = " more: slipway node show " + Words.text(answer, "cluster") + "/"
                    + Words.text(answer, "node") + " --all";
            rest(lines, "before", answer.path("more").path("outcomes").asInt(), whole);
            rest(lines, "audit", answer.path("more").path("audit").asInt(), whole);
            return Words.columns(lines);
        }

        private static void rest(List<List<String>> lines, String what, int more, String whole) {
            put(lines, what, more > 0 ? "and " + more + whole : "");
        }

        /** A run that went from runbook to runbook is told as one story. */
        private static void ended(List<List<String>> lines, JsonNode outcome) {
            put(lines, "before", Words.text(outcome, "ended") + "  " + Words.text(outcome, "outcome"));
            if (outcome.path("legs").size() < 2) {
                return;
            }
            for (JsonNode leg : outcome.path("legs")) {
                put(
                        lines,
                        "  through",
                        Words.text(leg, "began") + "  " + Words.text(leg, "runbook") + " row " + Words.text(leg, "row")
                                + " (" + Words.text(leg, "title") + "): " + Words.text(leg, "how"));
            }
        }

        private static void put(List<List<String>> lines, String name, String value) {
            if (!value.isBlank()) {
                lines.add(List.of(name, value));
            }
        }
    }

    @Command(
            name = "release",
            description = "Put a held node back into service without proof. This overrides the rule that no node "
                    + "returns unverified; it is kept in the audit with your name.",
            footer = {
                "",
                "Example: slipway node release gpu-102 --unverified --reason 'vendor replaced it' --until 2026-12-01T00:00:00Z"
            })
    static final class Release extends Ask {
        @Mixin
        NodeArgument node = new NodeArgument();

        @Mixin
        Deciding deciding = new Deciding();

        @Option(names = "--unverified", required = true, description = "Say that you know what this means.")
        boolean unverified;

        @Option(
                names = "--until",
                required = true,
                paramLabel = "TIME",
                description = "When the override ends (ISO-8601); after that the node is reported again.")
        String until = "";

        @Override
        public Integer call() {
            return answer(
                    door().post(node.path() + "/release", deciding.body().put("until", until)),
                    done -> Words.text(done, "node") + ": " + Words.text(done, "answer"));
        }
    }

    @Command(
            name = "unpin",
            description =
                    "End the pin that a rollback left: the next run goes towards the fleet's baseline again. A pin "
                            + "also ends by itself when the fleet names another baseline than the one that failed.",
            footer = {
                "",
                "Example: slipway node unpin gpu-102 --reason 'the board was replaced, try the new driver again'"
            })
    static final class Unpin extends Ask {
        @Mixin
        NodeArgument node = new NodeArgument();

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    door().post(node.path() + "/unpin", deciding.body()),
                    done -> Words.text(done, "node") + ": " + Words.text(done, "answer"));
        }
    }
}
