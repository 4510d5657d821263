package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The whole product on a simulated fleet: what an operator sees first, judged by an observer that sees only the fleet. */
@Timeout(1800)
class DemoTest {
    @TempDir
    Path folder;

    private void tell(String... args) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Demo demo = new Demo(System.getenv(), new PrintStream(told, true, StandardCharsets.UTF_8));
        new CommandLine(demo).parseArgs(args);

        Report report = demo.run(folder);

        String words = told.toString(StandardCharsets.UTF_8);
        assertThat(report.violations()).as(words).isEmpty();
        assertThat(words)
                .containsPattern("drain +waits for pod ml/train-gpu-\\S+ \\(Job .*PDB ml/train-gpu-\\S+ allows 0 of 1");
        assertThat(report.nodes()).extracting(Report.Node::outcome).contains("CONVERGED");
        assertThat(report.nodes())
                .anyMatch(node -> node.outcome().startsWith("RMA_CANDIDATE"))
                .anyMatch(node -> node.outcome().startsWith("ROLLED_BACK"));
    }

    @Test
    void aStoryThatThereIsNotIsWrongUsage() {
        CommandLine demo = new CommandLine(new Demo(System.getenv(), System.out));

        assertThat(demo.execute("no-such-story", "--in-memory")).isEqualTo(2);
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({
        "module-reload, M13 CONVERGED; M13 CONVERGED; W16 HELD; M9 HELD; M0 UNTOUCHED",
        "kernel-gpu-missing, K15 CONVERGED; K9 CONVERGED; K17 HELD; K8 HELD; K0 UNTOUCHED",
    })
    void tellsOfFaults(String story, String ends) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Demo demo = new Demo(System.getenv(), new PrintStream(told, true, StandardCharsets.UTF_8));
        new CommandLine(demo).parseArgs(story, "--in-memory");

        Report report = demo.run(folder);

        assertThat(report.violations())
                .as(told.toString(StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(report.nodes())
                .extracting(node -> node.row() + " " + node.outcome().replaceAll("\\(.*", ""))
                .containsExactlyInAnyOrder(ends.split("; "));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void endsAsExpectedOnTheEngineInMemory() throws Exception {
        tell("--in-memory", "--seed", "1");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("dev-server")
    void endsAsExpectedOnTheDevServer() throws Exception {
        assertThat(Engine.binary(System.getenv())).as("a temporal binary").isPresent();
        tell("--seed", "2");
    }
}
