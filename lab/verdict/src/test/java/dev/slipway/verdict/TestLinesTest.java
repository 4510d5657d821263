package dev.slipway.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.slipway.verdict.TestLine.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class TestLinesTest {
    @TempDir
    private Path folder = Path.of("");

    @Tag("nodes")
    static final class Sample {
        @Test
        void passes() {}

        @Test
        @Tag("slurm")
        void fails() {
            fail("on purpose");
        }

        @Test
        void isAborted() {
            assumeTrue(false);
        }

        @Test
        @Disabled("on purpose")
        void isSkipped() {}
    }

    static final class Talkative {
        @Test
        void fails() {
            throw new IllegalStateException("first line\nsecond line " + "x".repeat(10_000));
        }
    }

    static final class Broken {
        @BeforeAll
        static void breaks() {
            fail("on purpose");
        }

        @Test
        void neverBegins() {}
    }

    private List<TestLine> run(Class<?> sample) throws IOException {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new TestLines(Optional.of(folder)))
                .build();
        LauncherFactory.create(config)
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(sample))
                        .build());
        try (Stream<Path> files = Files.list(folder)) {
            return Files.readAllLines(files.findFirst().orElseThrow()).stream()
                    .map(TestLine::of)
                    .filter(line -> line.event() != Event.CLASS_ENDED)
                    .toList();
        }
    }

    @Test
    void writesWhatBecameOfEachTestWithItsTags() throws Exception {
        List<TestLine> lines = run(Sample.class);

        Map<String, Event> last =
                lines.stream().collect(Collectors.toMap(TestLine::name, TestLine::event, (begun, ended) -> ended));
        assertThat(last)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "passes()", Event.PASSED,
                        "fails()", Event.FAILED,
                        "isAborted()", Event.SKIPPED,
                        "isSkipped()", Event.SKIPPED));
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.testClass()).isEqualTo(Sample.class.getName());
            assertThat(line.why())
                    .isEqualTo(line.event() == Event.FAILED ? "org.opentest4j.AssertionFailedError: on purpose" : "");
            assertThat(line.tags())
                    .containsExactlyElementsOf(
                            line.name().equals("fails()") ? List.of("nodes", "slurm") : List.of("nodes"));
        });
    }

    @Test
    void theProcessorTimeOfTheProcessIsSharedOutAmongItsLines() throws Exception {
        assertThat(run(Sample.class).stream()
                        .mapToLong(line -> line.took().cpu())
                        .sum())
                .isPositive()
                .isLessThanOrEqualTo(ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElseThrow()
                        .toMillis());
    }

    @Test
    void aClassThatFailsBeforeItsTestsHasFailed() throws Exception {
        assertThat(run(Broken.class))
                .singleElement()
                .satisfies(line -> assertThat(line.event()).isEqualTo(Event.FAILED));
    }

    @Test
    void theBeginningOfALongFailureIsKept() throws Exception {
        assertThat(run(Talkative.class))
                .anySatisfy(line -> assertThat(line.why())
                        .startsWith("java.lang.IllegalStateException: first line second line ")
                        .endsWith("x …"));
    }

    @Test
    void halfALineIsRefused() {
        assertThatThrownBy(() -> TestLine.of("1\tid\tclass"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a line on a test");
    }
}
