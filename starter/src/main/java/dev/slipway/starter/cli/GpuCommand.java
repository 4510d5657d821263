package dev.slipway.starter.cli;

import dev.slipway.starter.client.GpuHistory;
import dev.slipway.starter.client.ReseatRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one GPU by its serial: what happened to it in any node, and what a technician did with it. */
@Command(
        name = "gpu",
        description = "One GPU, by its serial.",
        subcommands = {GpuCommand.Show.class, GpuCommand.Reseated.class})
final class GpuCommand {

    @Command(
            name = "show",
            description = "What happened to a GPU in each of its nodes, and what that requires.",
            footer = {"", "Example: slipway gpu show 1654423001500"})
    static final class Show extends ApiCommand {
        @Parameters(index = "0", paramLabel = "SERIAL", description = "As nvidia-smi prints it.")
        String serial = "";

        @Override
        public Integer call() {
            return answer(client().get("api/v1/gpus/" + escape(serial), GpuHistory.class), GpuCommand::words);
        }
    }

    @Command(
            name = "reseated",
            description =
                    "Write down that a GPU was taken out and put back, in its slot or in another one. An XID 79 after "
                            + "that makes it a candidate for replacement. Kept in the GPU's history and in the audit.",
            footer = {
                "",
                "Examples:",
                "  slipway gpu reseated 1654423001500 --who kim --reason 'connector cleaned'",
                "  slipway gpu reseated 1654423001500 --node gpu-102 \\",
                "      --reason 'moved here from gpu-041'"
            })
    static final class Reseated extends ApiCommand {
        @Parameters(index = "0", paramLabel = "SERIAL", description = "As nvidia-smi prints it.")
        String serial = "";

        @Option(
                names = "--node",
                paramLabel = "NODE",
                description = "The node that it sits in now. Default: where something last happened to it.")
        @Nullable
        String node;

        @Option(names = "--at", paramLabel = "TIME", description = "When (ISO-8601). Default: now.")
        @Nullable
        String at;

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            ReseatRequest request = new ReseatRequest(deciding.who, deciding.reason, node, at);
            return answer(
                    client().post("api/v1/gpus/" + escape(serial) + "/reseat", request, GpuHistory.class),
                    GpuCommand::words);
        }
    }

    private static String words(GpuHistory gpu) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("gpu", gpu.serial()));
        lines.add(List.of("last in", gpu.cluster() + "/" + gpu.node()));
        past(lines, gpu, "");
        return Words.columns(lines);
    }

    /** Adds the lines of one GPU's past, each under {@code name} if one is given. */
    static void past(List<List<String>> lines, GpuHistory gpu, String name) {
        gpu.asks().forEach(ask -> lines.add(List.of(name.isEmpty() ? "asks" : name, ask)));
        gpu.events()
                .forEach(event -> lines.add(List.of(
                        name.isEmpty() ? "event" : name,
                        event.at() + "  " + event.kind() + "  " + event.node() + "  " + event.detail())));
        int more = gpu.more();
        if (more > 0) {
            lines.add(List.of(
                    name.isEmpty() ? "event" : name, "and " + more + " more: slipway gpu show " + gpu.serial()));
        }
    }
}
