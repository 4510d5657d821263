package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Causes;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.FleetObserver;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code slipway demo}: a simulated fleet drifts and is brought back, in one process that leaves nothing behind. */
@Command(
        name = "slipway demo",
        mixinStandardHelpOptions = true,
        description =
                "Starts Temporal, a worker, the starter and a simulated fleet of GPU nodes, and tells a story on it:"
                        + " by default how a fleet that drifted is brought back to its baseline.",
        footer = {
            "%nExit status: 0 all as expected, 1 not as expected, 2 wrong usage.",
            "%nExamples:",
            "  slipway demo",
            "  slipway demo module-reload",
            "  slipway demo kernel-gpu-missing",
            "  slipway demo --seed 7 --json",
            "  slipway demo --in-memory      without a Temporal binary: no UI, no links",
            "%nA simulated fleet that stays up, to try every command on: slipway up --demo"
        })
public final class Demo implements Callable<Integer> {
    /** Limits how often a folder is removed in which files appear meanwhile. */
    private static final int DELETES = 20;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "image-drift",
            completionCandidates = Names.class,
            description = "The story, by its runbook: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String name = "image-drift";

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Which nodes are broken, and how. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print one JSON object last.")
    private boolean json;

    @Option(names = "--in-memory", description = "Use the engine in memory even where a Temporal binary is found.")
    private boolean inMemory;

    /** Lists the names of all stories. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(Story.all().stream().map(Story::name).toList());
        }
    }

    private final Map<String, String> environment;
    private final PrintStream out;

    Demo(Map<String, String> environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    public static void main(String[] args) {
        int exit = new CommandLine(new Demo(System.getenv(), System.out))
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    System.err.println("slipway: the demo failed: " + Causes.words(failure));
                    System.err.println("         run it again with SLIPWAY_DEBUG=1 for the whole story of the failure");
                    if (System.getenv("SLIPWAY_DEBUG") != null) {
                        failure.printStackTrace();
                    }
                    return 1;
                })
                .execute(args);
        System.exit(exit);
    }

    @Override
    public Integer call() throws Exception {
        Path folder = Files.createTempDirectory("slipway-demo");
        Thread cleaner = new Thread(() -> delete(folder), "demo-clean");
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            return run(folder).asExpected() ? 0 : 1;
        } finally {
            delete(folder);
            Runtime.getRuntime().removeShutdownHook(cleaner);
        }
    }

    /** Runs the story with its files below {@code folder}; everything it started has ended when it returns. */
    Report run(Path folder) throws Exception {
        return run(folder, site -> {});
    }

    /** The same, with a last look at the site when the story has been told. */
    Report run(Path folder, Consumer<RunningSite> lastLook) throws Exception {
        Instant began = Instant.now();
        Story story = story();
        FleetPlan plan = story.plan(seed);
        try (Engine engine = Engine.start(folder, inMemory, environment);
                SimulatedFleet fleet = SimulatedFleet.start(plan, folder.resolve("fleet"))) {
            Screen screen = new Screen(out, terminal() && !json ? Screen.Size.ofTerminal() : Screen.Size.ENDLESS);
            banner(screen, engine, plan);
            FleetObserver observer = new FleetObserver(fleet);
            Config config = Site.write(folder.resolve("site"), home(environment), fleet, engine, Site.POLICY);
            try (RunningSite site = RunningSite.start(config, engine, fleet)) {
                screen.say("fleet page and API: " + site.starter().url() + "\n");
                List<String> nodes = story.tell(new Stage(site.api(), site.ledger(), plan.cluster(), screen));
                Report report = Report.of(
                        story.name(),
                        engine,
                        ended(site.ledger(), plan.cluster(), nodes),
                        observer.observe().violations(story.expectations(plan)),
                        Duration.between(began, Instant.now()));
                lastLook.accept(site);
                report.print(screen);
                if (json) {
                    out.println(report.json());
                }
                return report;
            }
        }
    }

    private Story story() {
        return Story.of(name)
                .orElseThrow(() -> new CommandLine.ParameterException(
                        new CommandLine(this),
                        "there is no story called " + name + "; there are " + String.join(", ", new Names())));
    }

    private static List<Report.Ended> ended(LedgerDatabase ledger, String cluster, List<String> nodes) {
        return nodes.stream()
                .sorted()
                .map(node -> ended(ledger, new NodeRef(cluster, node)))
                .toList();
    }

    private static Report.Ended ended(LedgerDatabase ledger, NodeRef node) {
        return new Report.Ended(
                node,
                ledger.outcomes().runsOf(node, 1).stream()
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("the ledger has no outcome of " + node)));
    }

    private void banner(Screen screen, Engine engine, FleetPlan plan) {
        screen.say("seed %d: %d nodes, time on them runs %.0f times faster"
                .formatted(seed, plan.nodes().size(), plan.timeFactor()));
        screen.say(
                engine.hasUi()
                        ? "Temporal dev server at " + engine.target() + ", UI at " + engine.ui()
                        : "no Temporal binary in use: the engine is in memory (no UI and links, schedules, listing,"
                                + " reset, parent-close, limits, persistence)");
    }

    private static boolean terminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    /** Returns the product's folder, as the launcher names it; in tests the folder above the module. */
    static Path home(Map<String, String> environment) {
        return Path.of(environment.getOrDefault("SLIPWAY_HOME", ".."));
    }

    /** Removes a folder, to which somebody may still be writing. */
    static void delete(Path folder) {
        for (int left = DELETES; left > 0 && Files.exists(folder); left--) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException e) {
                if (left == 1) {
                    System.err.println("slipway: " + folder + " could not be removed: " + Causes.words(e));
                }
            }
        }
    }
}
