package dev.slipway.starter.cli;

import dev.slipway.starter.client.NextPage;
import dev.slipway.starter.client.Rollout;
import dev.slipway.starter.client.RolloutList;
import dev.slipway.starter.client.RolloutRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Manages one change over many nodes: canary first, the rest in a window. */
@Command(
        name = "rollout",
        description = "Bring the nodes of a drift check to their baseline: canary first, then the rest in a window.",
        subcommands = {
            RolloutCommand.Start.class,
            RolloutCommand.All.class,
            RolloutCommand.Status.class,
            RolloutCommand.Pause.class,
            RolloutCommand.Resume.class,
            RolloutCommand.Abort.class,
            RolloutCommand.Approve.class,
            RolloutCommand.Deny.class
        })
final class RolloutCommand {

    @Command(
            name = "start",
            description = "Plan and start a rollout from a drift check.",
            footer = {
                "",
                "Examples:",
                "  slipway rollout start --from drift/prod-a-2026-11-21T02:00:00Z --dry-run",
                "  slipway rollout start --from drift/prod-a-2026-11-21T02:00:00Z \\",
                "      --reason 'nightly drift'"
            })
    static final class Start extends ApiCommand {
        @Option(names = "--from", required = true, paramLabel = "CHECK", description = "The drift check to act on.")
        String from = "";

        @Option(names = "--change", paramLabel = "NAME", description = "Name of the rollout. Default: from the check.")
        @Nullable
        String change;

        @Option(names = "--dry-run", description = "Show the plan; change nothing.")
        boolean dryRun;

        @Mixin
        Deciding.UnlessDryRun deciding = new Deciding.UnlessDryRun();

        @Override
        public Integer call() {
            RolloutRequest request = new RolloutRequest(from, change, deciding.who, deciding.reason, dryRun, null);
            Reply<Rollout.Plan> answer = client().post("api/v1/rollouts", request, Rollout.Plan.class);
            return answer(answer, dryRun ? Start::plan : Start::started);
        }

        static String started(Rollout.Plan rollout) {
            String change = rollout.change();
            String canary = rollout.nodes().stream()
                    .findFirst()
                    .map(Rollout.PlannedNode::node)
                    .orElse("");
            String nodes = rollout.nodes().size() + " nodes, canary " + canary;
            return left(rollout)
                    + (awaitsApproval(rollout.status())
                            ? "rollout " + change + " of " + nodes + ", has not begun: no node is touched\nIt "
                                    + rollout.status() + "\nOr end it: " + denial(change) + "\n" + rollout.link()
                            : "rollout " + change + " runs over " + nodes + "\nWatch it: slipway watch\nPause it: "
                                    + "slipway rollout pause " + change + " --reason …\n" + rollout.link());
        }

        /** Returns a line for each node that the plan leaves out, with the reason. */
        private static String left(Rollout.Plan rollout) {
            return rollout.left().stream()
                    .map(node -> "left out: " + node + "\n")
                    .collect(Collectors.joining());
        }

        private static String plan(Rollout.Plan rollout) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("WAVE", "NODE", "ROW", "WHAT"));
            rollout.nodes().forEach(n -> rows.add(List.of(String.valueOf(n.wave()), n.node(), n.row(), n.what())));
            StringBuilder text = new StringBuilder(
                    "plan of rollout " + rollout.change() + ", goal " + rollout.goal() + "\n" + Words.columns(rows));
            text.append(left(rollout));
            rollout.losses()
                    .forEach(loss -> text.append("on each node: ").append(loss).append('\n'));
            text.append("the canary's commands:\n");
            rollout.commands().forEach(line -> text.append("  ").append(line).append('\n'));
            return text.append("Nothing was changed.").toString();
        }
    }

    @Command(
            name = "list",
            description = "Rollouts, newest first, and where each is.",
            footer = {"", "Example: slipway rollout list --all"})
    static final class All extends ApiCommand {
        @Option(names = "--all", description = "All of them; without it the last 20.")
        boolean all;

        @Override
        public Integer call() {
            Reply<RolloutList> answer = all
                    ? client().getWhole("api/v1/rollouts", "rollouts", RolloutList.class)
                    : client().get("api/v1/rollouts", RolloutList.class);
            return answer(answer, list -> words(list, Instant.now()));
        }

        static String words(RolloutList list, Instant now) {
            if (list.rollouts().isEmpty()) {
                return "there is no rollout yet; plan one: slipway drift check --fleet FLEET";
            }
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("CHANGE", "FLEET", "NODES", "PLANNED", "BY", "WHERE IT IS", "WHY"));
            list.rollouts()
                    .forEach(line -> rows.add(List.of(
                            line.change(),
                            line.fleet(),
                            String.valueOf(line.nodes()),
                            Words.age(line.plannedAt(), now),
                            line.who(),
                            line.status(),
                            line.why())));
            NextPage rest = list.rest();
            String more = rest == null || rest.more() == 0
                    ? ""
                    : "and " + rest.more() + " more: slipway rollout list --all\n";
            return Words.columns(rows) + more + "Look at one: slipway rollout status CHANGE";
        }
    }

    @Command(
            name = "status",
            description = "Where a rollout is.",
            footer = {"", "Example: slipway rollout status prod-a-2026-11-21"})
    static final class Status extends ApiCommand {
        @Parameters(index = "0", paramLabel = "CHANGE", description = "The rollout.")
        String change = "";

        @Option(names = "--left", description = "Only nodes that it did not bring to their goal.")
        boolean left;

        @Override
        public Integer call() {
            return answer(
                    client().getWhole("api/v1/rollouts/" + escape(change), "nodes", Rollout.class),
                    rollout -> words(rollout, left));
        }

        static String words(Rollout rollout, boolean left) {
            StringBuilder text = new StringBuilder(
                    "rollout " + rollout.change() + "  " + rollout.status() + "  " + rollout.why() + "\n");
            if (awaitsApproval(rollout.status())) {
                String approval = "slipway rollout approve " + rollout.change() + " --reason …";
                text.append("No node is touched. Let it begin: " + approval)
                        .append("\nOr end it: " + denial(rollout.change()) + "\n");
            }
            text.append(ended(rollout));
            rollout.approvals().forEach(line -> text.append(line).append('\n'));
            rollout.problems()
                    .forEach(line -> text.append("problem: ").append(line).append('\n'));
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("NODE", "STATE", "OUTCOME", "ROW", "WHY"));
            rollout.nodes().stream()
                    .filter(node -> !left || node.leftBehind())
                    .forEach(n -> rows.add(List.of(n.node(), n.state(), n.outcome(), n.row(), n.why())));
            return text.append(left && rows.size() == 1 ? "no node is left behind\n" : Words.columns(rows))
                    .append(rollout.link())
                    .toString();
        }

        /** Returns how many nodes ended by each outcome; nothing while none is counted. */
        private static String ended(Rollout rollout) {
            Map<String, Integer> outcomes = new TreeMap<>(rollout.outcomes());
            int counted = outcomes.values().stream().mapToInt(Integer::intValue).sum();
            String counts = outcomes.entrySet().stream()
                    .map(outcome -> outcome.getValue() + " " + outcome.getKey())
                    .collect(Collectors.joining(" · "));
            String part = counted < rollout.size()
                    ? ", " + counted + " of " + rollout.size() + " nodes; a wave is counted when it has ended"
                    : "";
            return counts.isEmpty() ? "" : "outcomes: " + counts + part + "\n";
        }
    }

    private static boolean awaitsApproval(String status) {
        return status.startsWith("waits for approval");
    }

    private static String denial(String change) {
        return "slipway rollout deny " + change + " --reason …";
    }

    /** Defines the common part of a person's decisions about a rollout. */
    abstract static class Decision extends ApiCommand {
        @Parameters(index = "0", paramLabel = "CHANGE", description = "The rollout.")
        String change = "";

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().post(
                                    "api/v1/rollouts/" + escape(change) + "/" + name(),
                                    deciding.body(),
                                    Rollout.Answer.class),
                    done -> done.change() + ": " + done.answer());
        }
    }

    @Command(
            name = "pause",
            description = "Start no further node; nodes in flight finish.",
            footer = {"", "Example: slipway rollout pause prod-a-2026-11-21 --reason 'look at the canary'"})
    static final class Pause extends Decision {}

    @Command(
            name = "resume",
            description = "Go on with the next node.",
            footer = {"", "Example: slipway rollout resume prod-a-2026-11-21 --reason 'it is well'"})
    static final class Resume extends Decision {}

    @Command(
            name = "abort",
            description =
                    "Start no further node; nodes in flight finish, then the rollout ends. This cannot be undone.",
            footer = {"", "Example: slipway rollout abort prod-a-2026-11-21 --reason 'wrong baseline'"})
    static final class Abort extends Decision {}

    @Command(
            name = "approve",
            description = "Let a rollout that waits for approval go on.",
            footer = {"", "Example: slipway rollout approve prod-a-2026-11-21 --reason 'seen and agreed'"})
    static final class Approve extends Decision {}

    @Command(
            name = "deny",
            description = "End a rollout that waits for approval; no node is touched.",
            footer = {"", "Example: slipway rollout deny prod-a-2026-11-21 --reason 'not in this week'"})
    static final class Deny extends Decision {}
}
