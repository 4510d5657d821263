package dev.slipway.starter.cli;

import dev.slipway.starter.client.NodeAnswer;
import dev.slipway.starter.client.NodeReport;
import dev.slipway.starter.client.Pins;
import dev.slipway.starter.client.ReleaseRequest;
import dev.slipway.starter.client.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows one node, and releases a held one by hand. */
@Command(
        name = "node",
        description = "One node; and which nodes are pinned.",
        subcommands = {
            NodeCommand.Show.class,
            NodeCommand.Release.class,
            NodeCommand.PinList.class,
            NodeCommand.Unpin.class
        })
final class NodeCommand {

    @Command(
            name = "show",
            description =
                    "Where a node is, its run, what ran before, its cordon, what happened to its GPUs, its audit.",
            footer = {"", "Example: slipway node show gpu-102"})
    static final class Show extends ApiCommand {
        @Mixin
        NodeArgument node = new NodeArgument();

        @Option(names = "--all", description = "Every earlier run and the whole audit, not the newest of them.")
        boolean all;

        @Override
        public Integer call() {
            return answer(client().get(node.path() + (all ? "?all=true" : ""), NodeReport.class), Show::words);
        }

        private static String words(NodeReport answer) {
            List<List<String>> lines = new ArrayList<>();
            lines.add(List.of("node", answer.cluster() + "/" + answer.node()));
            lines.add(List.of("fleet", answer.fleet()));
            row(lines, answer.row());
            Optional<NodeReport.Run> run = Optional.ofNullable(answer.run());
            String away = Status.AWAY.equals(answer.temporal()) ? "unknown: Temporal does not answer" : "";
            put(lines, "run", run.map(NodeReport.Run::status).orElse(away));
            put(lines, "link", run.map(NodeReport.Run::link).orElse(""));
            run.ifPresent(of -> of.choices().forEach(choice -> put(lines, "you can", choice)));
            put(lines, "cordon", answer.cordon());
            put(lines, "pinned to", answer.pin());
            run.ifPresent(of -> of.journal().forEach(line -> put(lines, "journal", line)));
            answer.gpus().forEach(gpu -> GpuCommand.past(lines, gpu, "gpu " + gpu.serial()));
            answer.outcomes().forEach(outcome -> ended(lines, outcome));
            answer.audit()
                    .forEach(line -> put(
                            lines, "audit", line.at() + "  " + line.who() + "  " + line.what() + "  " + line.why()));
            String whole = " more: slipway node show " + answer.cluster() + "/" + answer.node() + " --all";
            rest(lines, "before", answer.more().outcomes(), whole);
            rest(lines, "audit", answer.more().audit(), whole);
            return Words.columns(lines);
        }

        private static void row(List<List<String>> lines, Status.Row row) {
            lines.add(List.of("state", row.state() + (row.stale() ? " (stale)" : "")));
            put(lines, "runbook", row.runbook());
            put(lines, "step", row.step());
            put(lines, "since", row.since());
            put(lines, "why", row.why());
        }

        private static void rest(List<List<String>> lines, String what, int more, String whole) {
            put(lines, what, more > 0 ? "and " + more + whole : "");
        }

        /** Adds the end of a run; a run through several runbooks is shown as one story. */
        private static void ended(List<List<String>> lines, NodeReport.Ended outcome) {
            put(lines, "before", outcome.ended() + "  " + outcome.outcome());
            if (outcome.entries().size() < 2) {
                return;
            }
            for (NodeReport.PathEntry entry : outcome.entries()) {
                put(
                        lines,
                        "  through",
                        entry.began() + "  " + entry.runbook() + " row " + entry.row() + " (" + entry.title() + "): "
                                + entry.how());
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
                    + "returns unverified. The node is read first: what was seen, or why nothing was, is printed and "
                    + "recorded in the audit with your name.",
            footer = {
                "",
                "Examples:",
                "  slipway node release gpu-102 --unverified --reason 'vendor replaced it' \\",
                "      --until 2026-12-01T00:00:00Z"
            })
    static final class Release extends ApiCommand {
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
                    client().post(
                                    node.path() + "/release",
                                    new ReleaseRequest(deciding.who, deciding.reason, until),
                                    NodeAnswer.class),
                    done -> done.node() + ": " + done.answer());
        }
    }

    @Command(
            name = "pins",
            description =
                    "Nodes that a rollback pinned to another baseline than their fleet's: until the pin ends, each "
                            + "run goes towards that one.",
            footer = {"", "Example: slipway node pins"})
    static final class PinList extends ApiCommand {

        @Override
        public Integer call() {
            return answer(client().get("api/v1/pins", Pins.class), answer -> words(answer, Instant.now()));
        }

        static String words(Pins answer, Instant now) {
            if (answer.pins().isEmpty()) {
                return "no node is pinned";
            }
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("NODE", "FLEET", "PINNED TO", "FAILED", "SINCE", "WHY"));
            answer.pins()
                    .forEach(pin -> rows.add(List.of(
                            pin.node(),
                            pin.fleet(),
                            pin.baseline(),
                            pin.failed(),
                            Words.age(pin.since(), now),
                            pin.reason())));
            return Words.columns(rows) + "End a pin: slipway node unpin NODE --reason …";
        }
    }

    @Command(
            name = "unpin",
            description =
                    "End the pin that a rollback left: the next run goes towards the fleet's baseline again. A pin "
                            + "also ends by itself when the fleet names another baseline than the one that failed.",
            footer = {"", "Example: slipway node unpin gpu-102 --reason 'the board was replaced'"})
    static final class Unpin extends ApiCommand {
        @Mixin
        NodeArgument node = new NodeArgument();

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().post(node.path() + "/unpin", deciding.body(), NodeAnswer.class),
                    done -> done.node() + ": " + done.answer());
        }
    }
}
