package dev.slipway.starter.cli;

import dev.slipway.starter.client.Builds;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Manages drivers that are known not to build for a kernel. */
@Command(
        name = "builds",
        description = "Drivers that are known not to build for a kernel: no node tries them.",
        subcommands = {BuildsCommand.All.class, BuildsCommand.Forget.class})
final class BuildsCommand {

    @Command(
            name = "list",
            description = "Every such pair, why, and its source: known-bad-builds.yaml, or the node that tried it.",
            footer = {"", "Example: slipway builds list"})
    static final class All extends ApiCommand {

        @Override
        public Integer call() {
            return answer(client().get("api/v1/builds", Builds.class), BuildsCommand::words);
        }
    }

    @Command(
            name = "forget",
            description = {
                "Forget a build that failed on a node, for example after a patched package of the same version:",
                "the next node with that driver and kernel tries to build it. An old log does not bring it back,",
                "a new failure does."
            },
            footer = {
                "",
                "Examples:",
                "  slipway builds forget --driver 570.133.20 --kernel 6.8.0-62-generic \\",
                "      --reason 'patched package'"
            })
    static final class Forget extends ApiCommand {
        @Option(names = "--driver", required = true, paramLabel = "VERSION", description = "As baselines pin it.")
        String driver = "";

        @Option(names = "--kernel", required = true, paramLabel = "RELEASE", description = "As uname -r prints it.")
        String kernel = "";

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().delete(
                                    "api/v1/builds/" + escape(driver) + "/" + escape(kernel),
                                    deciding.body(),
                                    Builds.class),
                    done -> "forgotten: the next node tries to build " + driver + " for " + kernel);
        }
    }

    private static String words(Builds answer) {
        if (answer.builds().isEmpty()) {
            return "no pair of driver and kernel is known not to build";
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("DRIVER", "FLAVOUR", "KERNEL", "KNOWN FROM", "WHY"));
        answer.builds()
                .forEach(pair -> lines.add(List.of(
                        pair.driver(),
                        pair.flavour().isEmpty() ? "any" : pair.flavour(),
                        pair.kernel(),
                        pair.source(),
                        pair.reason())));
        return Words.columns(lines);
    }
}
