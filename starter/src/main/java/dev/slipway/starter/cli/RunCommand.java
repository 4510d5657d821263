package dev.slipway.starter.cli;

import dev.slipway.starter.client.DryRun;
import dev.slipway.starter.client.RunRequest;
import dev.slipway.starter.client.RunStarted;
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
            "  slipway run image-drift --node gpu-041 --dry-run",
            "  slipway run image-drift --node gpu-041 --reason 'drift found'",
            "  slipway run image-drift --node gpu-102 --adopt --reason 'take it over'"
        })
final class RunCommand extends ApiCommand {
    /** Names the routes that bring no node back: it is held for a person, or could not be read. */
    private static final Set<String> LEFT_OUT = Set.of("hold", "report");

    @Parameters(index = "0", paramLabel = "RUNBOOK", description = "The runbook, e.g. image-drift.")
    String runbook = "";

    @Option(names = "--node", required = true, paramLabel = "NODE", description = "The node, or CLUSTER/NODE.")
    String node = "";

    @Option(
            names = "--dry-run",
            description = "Show decision row and plan; change nothing. Exit code 1 when a run would leave the node to "
                    + "a person.")
    boolean dryRun;

    @Option(names = "--adopt", description = "Take over a node that is held.")
    boolean adopt;

    @Mixin
    Deciding.UnlessDryRun deciding = new Deciding.UnlessDryRun();

    @Override
    public Integer call() {
        RunRequest request = new RunRequest(runbook, node, deciding.reason, deciding.who, dryRun, adopt);
        if (!dryRun) {
            return answer(client().post("api/v1/runs", request, RunStarted.class), RunCommand::started);
        }
        Reply<DryRun> would = client().post("api/v1/runs", request, DryRun.class);
        answer(would, RunCommand::plan);
        return LEFT_OUT.contains(would.value().route()) ? Exit.NO : Exit.OK;
    }

    private static String started(RunStarted run) {
        return run.runbook() + " runs on " + run.node() + " towards " + run.goal() + "\nWatch it: slipway watch\n"
                + run.link();
    }

    static String plan(DryRun would) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("node", would.node()));
        rows.add(List.of("runbook", would.runbook()));
        rows.add(List.of("goal", would.goal()));
        rows.add(List.of("row", would.row() + "  " + would.title()));
        would.differences().forEach(difference -> rows.add(List.of("differs", difference)));
        would.plan().forEach(step -> rows.add(List.of("would", step)));
        would.commands().forEach(command -> rows.add(List.of("command", command)));
        return Words.columns(rows) + "Nothing was changed.";
    }
}
