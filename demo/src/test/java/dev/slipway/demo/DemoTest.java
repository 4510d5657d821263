package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The whole product on a simulated fleet: what an operator sees first, judged by an observer that sees only the fleet. */
@Timeout(1800)
class DemoTest {
    private static final Pattern NAME = Pattern.compile("`(gpu-\\d{3})`");
    private static final Pattern SHOWN = Pattern.compile("(?m)^(gpu-\\d{3} +[A-Z_]+ +[A-Z]\\d+) ");

    @TempDir
    Path folder;

    private Report tell(String... args) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Demo demo = new Demo(System.getenv(), new PrintStream(told, true, StandardCharsets.UTF_8));
        new CommandLine(demo).parseArgs(args);

        Report report = demo.run(folder, StatusTruth::holdsAt);

        String words = told.toString(StandardCharsets.UTF_8);
        assertThat(report.violations()).as(words).isEmpty();
        assertThat(words)
                .containsPattern("drain +waits for pod ml/train-gpu-\\S+ \\(Job .*PDB ml/train-gpu-\\S+ allows 0 of 1");
        assertThat(report.nodes()).extracting(Report.Node::outcome).contains("CONVERGED");
        assertThat(report.nodes())
                .anyMatch(node -> node.outcome().startsWith("RMA_CANDIDATE"))
                .anyMatch(node -> node.outcome().startsWith("ROLLED_BACK"));
        return report;
    }

    @Test
    void aStoryThatThereIsNotIsWrongUsage() {
        CommandLine demo = new CommandLine(new Demo(System.getenv(), System.out));

        assertThat(demo.execute("no-such-story", "--in-memory")).isEqualTo(2);
    }

    private static Stream<Arguments> faults() {
        return Stream.of(
                        arguments("module-reload", "M13 CONVERGED; M13 CONVERGED; W16 HELD; M9 HELD; M0 UNTOUCHED"),
                        arguments("kernel-gpu-missing", "K15 CONVERGED; K9 CONVERGED; K17 HELD; K8 HELD; K0 UNTOUCHED"))
                .filter(story -> RunbookCases.isThere(String.valueOf(story.get()[0])));
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("faults")
    void tellsOfFaults(String story, String ends) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Demo demo = new Demo(System.getenv(), new PrintStream(told, true, StandardCharsets.UTF_8));
        new CommandLine(demo).parseArgs(story, "--in-memory");

        Report report = demo.run(folder, StatusTruth::holdsAt);

        assertThat(report.violations())
                .as(told.toString(StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(report.nodes())
                .extracting(node -> node.row() + " " + node.outcome().replaceAll("\\(.*", ""))
                .containsExactlyInAnyOrder(ends.split("; "));
    }

    /** This is the run that README.md shows and docs/overview.md tells. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void endsAsExpectedOnTheEngineInMemory() throws Exception {
        Report report = tell("--in-memory", "--seed", "1");

        List<String> ends = report.nodes().stream()
                .map(node -> node.node() + " " + node.word() + " " + node.row())
                .toList();
        assertThat(ends)
                .containsExactly(
                        "gpu-001 CONVERGED D17",
                        "gpu-002 CONVERGED D8",
                        "gpu-004 RMA_CANDIDATE F9",
                        "gpu-008 CONVERGED D20",
                        "gpu-012 CONVERGED D6",
                        "gpu-013 ROLLED_BACK D17",
                        "gpu-016 CONVERGED D17")
                .containsAll(shown(SHOWN, "../README.md"));
        assertThat(shown(NAME, "../docs/overview.md"))
                .containsExactlyElementsOf(
                        report.nodes().stream().map(Report.Node::node).toList());
    }

    private static Set<String> shown(Pattern what, String document) throws IOException {
        return what.matcher(Files.readString(Path.of(document)))
                .results()
                .map(match -> match.group(1).replaceAll(" +", " "))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("dev-server")
    void endsAsExpectedOnTheDevServer() throws Exception {
        assertThat(Engine.binary(System.getenv())).as("a temporal binary").isPresent();
        tell("--seed", "2");
    }
}
