package dev.slipway.starter.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.facts.view.Comparison;
import dev.slipway.model.Baseline;
import dev.slipway.model.Causes;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.starter.client.ApiJson;
import dev.slipway.starter.client.Facts;
import dev.slipway.starter.view.FactsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what differs between two nodes, two moments, or a node and a baseline. */
@Command(
        name = "diff",
        description = "Show field by field what A has and B wants. Each is a node (as last read), a directory of saved "
                + "outputs, "
                + "a file that slipway facts --json printed, or baseline:ID of the configuration.",
        footer = {
            "",
            "Exit codes here: 0 nothing differs; 1 a field differs, or could not be read on one side; 2 no such "
                    + "node, file or"
                    + " baseline.",
            "",
            "Examples:",
            "  slipway facts diff gpu-041 baseline:hgx-h100-r570-133",
            "  slipway facts diff gpu-041 gpu-077             a good node beside a bad one",
            "  slipway facts diff before.json gpu-041         one node at two times",
            "  slipway facts diff ./saved baseline:hgx-h100-r570-133"
        })
final class FactsDiff extends ApiCommand {
    private static final String BASELINE = "baseline:";

    @Parameters(index = "0", paramLabel = "A", description = "What is.")
    String a = "";

    @Parameters(index = "1", paramLabel = "B", description = "What it is compared with.")
    String b = "";

    @Override
    public Integer call() {
        if (a.startsWith(BASELINE)) {
            throw new Refusal(
                    Exit.USAGE,
                    "a baseline is what a node is compared with",
                    "name it second: slipway facts diff " + b + " " + a);
        }
        Comparison compared = b.startsWith(BASELINE)
                ? Comparison.of(facts(a), baseline(b.substring(BASELINE.length())))
                : Comparison.of(facts(a), facts(b));
        answer(ApiClient.local(Differences.of(a, b, compared)), FactsText::differences);
        return compared.same() ? Exit.OK : Exit.NO;
    }

    private NodeFacts facts(String name) {
        Path place = Path.of(name);
        if (Files.isDirectory(place) || name.endsWith(".zip")) {
            return SavedFolder.read(place).facts();
        }
        return Files.isRegularFile(place) ? file(place) : stored(name);
    }

    private NodeFacts stored(String node) {
        return FactsJson.read(FactsCommand.asked(client(), node, false).value())
                .orElseThrow(() -> new Refusal(
                        Exit.AWAY, "the starter's answer holds no facts of " + node, "is it of another version?"));
    }

    private static NodeFacts file(Path file) {
        Optional<NodeFacts> facts;
        try {
            facts = FactsJson.read(ApiJson.MAPPER.readValue(Files.readString(file), Facts.class));
        } catch (JsonProcessingException e) {
            facts = Optional.empty();
        } catch (IOException e) {
            throw new Refusal(Exit.USAGE, file + " cannot be read: " + Causes.words(e), "name a file of text", e);
        }
        return facts.orElseThrow(() -> new Refusal(
                Exit.USAGE,
                file + " is not what slipway facts --json prints",
                "save it like this: slipway facts --node NODE --json >FILE"));
    }

    private Baseline baseline(String id) {
        try {
            Config config = Config.load(slipway().configuration());
            return config.baseline(id)
                    .orElseThrow(() -> new Refusal(
                            Exit.USAGE,
                            "there is no baseline " + id + " in " + slipway().configuration(),
                            "one of: " + String.join(", ", config.baselines().keySet())));
        } catch (ConfigProblems e) {
            throw new Refusal(
                    Exit.USAGE, "the configuration is wrong: " + e.getMessage(), "see: slipway config check", e);
        }
    }

    /** Holds what {@code slipway facts diff --json} prints. */
    record Differences(
            String a, String b, String relation, boolean same, List<Difference> differences, List<String> leftOut) {

        /** Describes one field; {@code unknown} is present if it could not be compared, and states why. */
        record Difference(
                String field,
                String have,
                String want,
                @Nullable String unknown) {}

        static Differences of(String a, String b, Comparison compared) {
            List<Difference> differences = compared.lines().stream()
                    .map(line -> new Difference(
                            line.field(),
                            line.have(),
                            line.want(),
                            line.unknown().isEmpty() ? null : line.unknown()))
                    .toList();
            return new Differences(a, b, compared.relation(), compared.same(), differences, compared.leftOut());
        }
    }
}
