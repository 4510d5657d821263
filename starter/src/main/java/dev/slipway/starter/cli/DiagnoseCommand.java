package dev.slipway.starter.cli;

import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.FleetConfig;
import dev.slipway.facts.nvidia.DiagVerdict;
import dev.slipway.model.Baseline;
import dev.slipway.model.Causes;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.rules.triage.DcgmVerdict;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.Symptom;
import dev.slipway.rules.triage.XidPolicy;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.starter.client.Diagnosis;
import dev.slipway.starter.view.DiagnosisSheet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Leads from what is known about a node to the first runbook. */
@Command(
        name = "diagnose",
        description =
                "Say which runbook a node leads to, by which facts, what would happen there, and what could not be "
                        + "judged. Changes nothing.",
        footer = {
            "",
            "Exit codes here: 0 nothing to do; 1 something to do, or not every row could be judged; 2 no such node,"
                    + " directory, baseline or symptom; 3 starter, worker or node did not answer.",
            "",
            "Examples:",
            "  slipway diagnose --node gpu-041                  read it now, and judge",
            "  slipway diagnose --node gpu-041 --kept           by what was last read",
            "  slipway diagnose --from-dir ./gpu-041            saved outputs; asks no one",
            "  slipway diagnose --from-dir ./gpu-041 --baseline hgx-h100-r570-133 \\",
            "      --diag diag.json",
            "  slipway diagnose --node gpu-041 --symptom pcie-slow"
        })
final class DiagnoseCommand extends ApiCommand {
    private static final Duration READING = Duration.ofMinutes(3);

    @Mixin
    FactsSourceOptions factsSourceOptions = new FactsSourceOptions();

    @Option(
            names = "--kept",
            description = "With --node: by the facts that were last stored, without reading the node.")
    boolean kept;

    @Option(
            names = "--baseline",
            paramLabel = "ID",
            description = "With --from-dir: what the node must be. Default: that of the fleet which lists its name.")
    @Nullable
    String baseline;

    @Option(
            names = "--diag",
            paramLabel = "FILE",
            description = "With --from-dir: what dcgmi diag printed, with or without -j.")
    @Nullable
    Path diag;

    @Option(
            names = "--symptom",
            paramLabel = "WORD",
            description = "What an alert or a person reports and no facts show; may be repeated.")
    List<String> symptoms = List.of();

    @Override
    public Integer call() {
        if ((factsSourceOptions.node == null) == (factsSourceOptions.fromDir == null)) {
            throw new Refusal(Exit.USAGE, "which node? One of --node and --from-dir", "see: slipway diagnose --help");
        }
        if (factsSourceOptions.fromDir == null ? baseline != null || diag != null : kept) {
            throw new Refusal(
                    Exit.USAGE,
                    factsSourceOptions.fromDir == null
                            ? "--baseline and --diag go with --from-dir"
                            : "--kept goes with --node",
                    "see: slipway diagnose --help");
        }
        Set<Symptom> words = words();
        Reply<Diagnosis> answer = factsSourceOptions.fromDir == null
                ? asked()
                : ApiClient.local(judged(factsSourceOptions.fromDir, words));
        answer(answer, said -> DiagnosisText.of(said, Clock.systemUTC().instant()));
        return answer.value().nothingToDo() ? Exit.OK : Exit.NO;
    }

    private Set<Symptom> words() {
        return symptoms.stream()
                .map(word -> Symptom.of(word)
                        .orElseThrow(() -> new Refusal(
                                Exit.USAGE,
                                "'" + word + "' is not a symptom",
                                "one of: "
                                        + Arrays.stream(Symptom.values())
                                                .map(Symptom::word)
                                                .collect(Collectors.joining(", ")))))
                .collect(Collectors.toSet());
    }

    private Reply<Diagnosis> asked() {
        String path = NodeArgument.path(factsSourceOptions.named()) + "/diagnosis"
                + (symptoms.isEmpty() ? "" : "?symptoms=" + escape(String.join(",", symptoms)));
        return kept
                ? client().get(path, Diagnosis.class)
                : client().answersWithin(READING).post(path, Map.of(), Diagnosis.class);
    }

    private Diagnosis judged(Path place, Set<Symptom> words) {
        Optional<Config> config = config();
        List<UnbuildablePair> pairs = config.map(Config::unbuildable).orElse(List.of());
        return DiagnosisSheet.of(saved(place, words, config), new DecisionTable.History(List::of, () -> pairs));
    }

    private RoutingInput saved(Path place, Set<Symptom> words, Optional<Config> config) {
        NodeFacts facts = SavedFolder.read(place).facts();
        Optional<FleetConfig> fleet =
                config.flatMap(c -> c.fleetListing(facts.node().name()));
        RoutingInput.Outside outside = RoutingInput.Outside.of(words);
        return new RoutingInput(
                facts,
                goal(config, fleet),
                diag == null ? outside : outside.with(verdict(diag)),
                Reading.unknown("no ledger was asked: what happened to a GPU before is not known"),
                fleet.flatMap(f -> config.map(c -> c.policyOf(f).xidPolicy())).orElse(XidPolicy.NONE));
    }

    /** Returns the configuration; without one, rows that need a baseline are not judged, and report that. */
    private Optional<Config> config() {
        if (baseline == null && !Files.isDirectory(slipway().configuration())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Config.load(slipway().configuration()));
        } catch (ConfigProblems e) {
            throw new Refusal(
                    Exit.USAGE, "the configuration is wrong: " + e.getMessage(), "see: slipway config check", e);
        }
    }

    private Optional<Baseline> goal(Optional<Config> config, Optional<FleetConfig> fleet) {
        if (baseline == null) {
            return fleet.flatMap(f -> config.map(c -> c.baselineOf(f)));
        }
        Optional<Baseline> named = config.flatMap(c -> c.baseline(String.valueOf(baseline)));
        if (named.isEmpty()) {
            throw new Refusal(
                    Exit.USAGE,
                    "there is no baseline " + baseline + " in " + slipway().configuration(),
                    "one of: "
                            + String.join(
                                    ", ",
                                    config.map(c -> c.baselines().keySet()).orElse(Set.of())));
        }
        return named;
    }

    private static DcgmVerdict verdict(Path file) {
        try {
            return DiagVerdict.of(Files.readString(file))
                    .orElseThrow(() -> new Refusal(
                            Exit.USAGE,
                            file + " holds no report of dcgmi diag",
                            "save one: dcgmi diag -r 3 -j >" + file));
        } catch (IOException e) {
            throw new Refusal(Exit.USAGE, file + " cannot be read: " + Causes.words(e), "name a file of text", e);
        }
    }
}
