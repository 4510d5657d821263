package dev.slipway.starter.cli;

import dev.slipway.facts.probe.SavedOutputs;
import dev.slipway.starter.client.Facts;
import dev.slipway.starter.client.FleetFacts;
import dev.slipway.starter.view.FactsJson;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what nodes report, each fact with its source. */
@Command(
        name = "facts",
        description =
                "Show the facts of a node, of a fleet, or of saved outputs: each with its value, or the reason why it "
                        + "is unknown, and where it came from. Changes nothing.",
        footer = {
            "",
            "Exit codes here: 0 everything was read; 1 something is unknown; 2 no such node, fleet or directory, "
                    + "or no facts are stored; 3 starter or worker did not answer.",
            "",
            "Examples:",
            "  slipway facts --node gpu-041            what was last read, and how old it is",
            "  slipway facts --node gpu-041 --fresh    read it now",
            "  slipway facts --fleet prod-a            one line per node",
            "  slipway facts --from-dir ./gpu-041      saved outputs; queries no server",
            "  slipway facts --node gpu-041 --json >before.json",
            "  slipway facts diff before.json gpu-041"
        },
        subcommands = FactsDiff.class)
final class FactsCommand extends ApiCommand {
    private static final Duration READING = Duration.ofMinutes(3);

    @Mixin
    FactsSourceOptions factsSourceOptions = new FactsSourceOptions();

    @Option(names = "--fleet", paramLabel = "FLEET", description = "Every node of the fleet, as last read.")
    @Nullable
    String fleet;

    @Option(names = "--fresh", description = "With --node: read the node now, through a worker.")
    boolean fresh;

    @Option(names = "--all", description = "Every package and every GPU on its own.")
    boolean all;

    @Override
    public Integer call() {
        if (Stream.of(factsSourceOptions.node != null, fleet != null, factsSourceOptions.fromDir != null)
                        .filter(given -> given)
                        .count()
                != 1) {
            throw new Refusal(
                    Exit.USAGE, "whose facts? One of --node, --fleet and --from-dir", "see: slipway facts --help");
        }
        if (fresh && factsSourceOptions.node == null) {
            throw new Refusal(
                    Exit.USAGE,
                    "--fresh reads one node",
                    "to read a whole fleet and keep its facts: slipway drift check --fleet FLEET");
        }
        if (fleet != null) {
            return fleet(fleet);
        }
        Reply<Facts> answer = factsSourceOptions.fromDir != null
                ? ApiClient.local(saved(factsSourceOptions.fromDir))
                : asked(client(), factsSourceOptions.named(), fresh);
        answer(answer, facts -> FactsText.node(facts, all, Clock.systemUTC().instant()));
        return answer.value().unknown() == 0 ? Exit.OK : Exit.NO;
    }

    private int fleet(String name) {
        String path = "api/v1/fleets/" + escape(name) + "/facts" + (slipway().json ? "?full=true" : "");
        Reply<FleetFacts> answer = client().answersWithin(READING).get(path, FleetFacts.class);
        answer(answer, facts -> FactsText.fleet(facts, Clock.systemUTC().instant()));
        return answer.value().unread() == 0 ? Exit.OK : Exit.NO;
    }

    /** Returns the facts of a node from the starter. */
    static Reply<Facts> asked(ApiClient apiClient, String node, boolean fresh) {
        String path = NodeArgument.path(node) + "/facts";
        return fresh
                ? apiClient.answersWithin(READING).post(path, Map.of(), Facts.class)
                : apiClient.get(path, Facts.class);
    }

    /** Returns the facts in saved outputs, and the result for each file. */
    static Facts saved(Path place) {
        SavedOutputs saved = SavedFolder.read(place);
        return FactsJson.of(saved.facts(), saved.origins(), new TreeMap<>(saved.files()));
    }
}
