package dev.slipway.starter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts one runbook on one node. */
@Command(
        name = "run",
        description = "Run a runbook on one node.",
        footer = {
            "",
            "Examples:",
            "  slipway run image-drift --node gpu-041 --dry-run --reason 'look first'",
            "  slipway run image-drift --node gpu-041 --reason 'drift found'",
            "  slipway run image-drift --node gpu-102 --adopt --reason 'take over the held node'"
        })
final class RunCommand extends Ask {
    /** Routes by which a run brings no node back: it is held for a person, or left as it is because it could not be read. */
    private static final Set<String> LEFT_OUT = Set.of("hold", "report");

    @Parameters(index = "0", paramLabel = "RUNBOOK", description = "The runbook, e.g. image-drift.")
    String runbook = "";

    @Option(names = "--node", required = true, paramLabel = "NODE", description = "The node, or CLUSTER/NODE.")
    String node = "";

    @Option(
            names = "--dry-run",
            description =
                    "Show decision row and plan; change nothing. Exit code 1 when a run would leave the node to a person.")
    boolean dryRun;

    @Option(names = "--adopt", description = "Take over a node that is held.")
    boolean adopt;

    @Mixin
    Deciding deciding = new Deciding();

    @Override
    public Integer call() {
        ObjectNode body = deciding.body()
                .put("runbook", runbook)
                .put("node", node)
                .put("dryRun", dryRun)
                .put("adopt", adopt);
        JsonNode answer = door().post("api/v1/runs", body);
        int said = answer(answer, dryRun ? RunCommand::plan : RunCommand::started);
        return dryRun && LEFT_OUT.contains(Words.text(answer, "route")) ? Exit.NO : said;
    }

    private static String started(JsonNode run) {
        return Words.text(run, "runbook") + " runs on " + Words.text(run, "node") + " towards "
                + Words.text(run, "goal") + "\nWatch it: slipway watch · " + Words.text(run, "link");
    }

    static String plan(JsonNode answer) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("node", Words.text(answer, "node")));
        rows.add(List.of("runbook", Words.text(answer, "runbook")));
        rows.add(List.of("goal", Words.text(answer, "goal")));
        rows.add(List.of("row", Words.text(answer, "row") + "  " + Words.text(answer, "title")));
        answer.path("differences").forEach(d -> rows.add(List.of("differs", d.asText())));
        answer.path("plan").forEach(step -> rows.add(List.of("would", step.asText())));
        answer.path("commands").forEach(command -> rows.add(List.of("command", command.asText())));
        return Words.columns(rows) + "Nothing was changed.";
    }
}
