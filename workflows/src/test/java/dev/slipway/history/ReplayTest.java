package dev.slipway.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.slipway.input.Handlers;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that began on an older version goes on with this one; and no history grows beyond what the engine likes. */
class ReplayTest {
    private static final Pattern INTERNALS =
            Pattern.compile("[A-Z][A-Za-z]+\\[[a-zA-Z]+=|Optional[\\[.]|\\bPT\\d|nonRetryable");

    /** A line that holds JSON for another program: the result of a run, what it carries on, a signal's input. */
    private static final Pattern DATA = Pattern.compile("^(ends: ([{\\[]|continues as new )|signals )");

    private static final String WRITE = "slipway.stories.write";

    private static final int LARGEST_PAYLOAD = 64 * 1024;
    /** A machine with other work to do may need more than the engine's one second to load our classes. */
    private static final long BUSY_MACHINE_MILLIS = 30_000;

    /** Every workflow of the product, found on the class path. */
    private static final Map<String, Class<?>> WORKFLOWS =
            Handlers.all().stream().collect(Collectors.toMap(Handlers::toString, Handlers::implementation));

    private static final Story STORY = new Story();
    private static final Worker WORKER = worker();

    /**
     * One engine for all, and for the life of the process: a replay asks it nothing, and {@code lab/mutants} runs each
     * of these tests by itself, thousands of times.
     */
    private static Worker worker() {
        Worker worker = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                        .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder()
                                .setWorkerInterceptors(STORY)
                                .build())
                        .build())
                .newWorker(
                        "replay",
                        WorkerOptions.newBuilder()
                                .setDefaultDeadlockDetectionTimeout(BUSY_MACHINE_MILLIS)
                                .build());
        worker.registerWorkflowImplementationTypes(WORKFLOWS.values().toArray(Class<?>[]::new));
        return worker;
    }

    static List<Path> stored() {
        return StoredHistories.files();
    }

    @ParameterizedTest
    @MethodSource("stored")
    void aStoredHistoryReplaysTellsTheSameAndNothingInItIsLarge(Path file) throws Exception {
        WorkflowExecutionHistory history = StoredHistories.read(file);

        STORY.begin();
        WorkflowReplayer.replayWorkflowExecution(history, WORKER);

        assertTold(StoredHistories.storyOf(file), STORY.text());
        assertInWords(STORY.text());
        int largest = history.getEvents().stream()
                .mapToInt(ReplayTest::largestPayload)
                .max()
                .orElseThrow();
        assertThat(largest).isPositive().isLessThanOrEqualTo(LARGEST_PAYLOAD);
    }

    @ParameterizedTest
    @CsvSource({"converged,200", "converged-with-partner,200", "rolled-back,400", "decided-twice-rolled-back,400"})
    void aRunStaysShort(String scenario, int most) {
        Path file = StoredHistories.STORE.resolve("ImageDrift").resolve(scenario + ".json");

        assertThat(StoredHistories.read(file).getEvents()).hasSizeBetween(1, most);
    }

    @Test
    void noTextIsThereWithoutItsHistory() throws IOException {
        try (Stream<Path> texts = Files.walk(StoredHistories.STORIES)) {
            assertThat(texts.filter(Files::isRegularFile))
                    .containsExactlyInAnyOrderElementsOf(
                            stored().stream().map(StoredHistories::storyOf).toList());
        }
    }

    @Test
    void eachWorkflowHasAHistory() throws IOException {
        try (Stream<Path> folders = Files.list(StoredHistories.STORE)) {
            assertThat(folders.map(folder -> String.valueOf(folder.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(WORKFLOWS.keySet());
        }
    }

    /** What a person reads holds no record, no Optional and no duration as a program writes it. */
    private static void assertInWords(String text) {
        assertThat(text).isNotBlank();
        assertThat(text.lines().filter(line -> !DATA.matcher(line).find()))
                .noneMatch(line -> INTERNALS.matcher(line).find());
    }

    /** The text of {@code stored} is {@code text}; where {@link #WRITE} asks for it, it is written there before. */
    private static void assertTold(Path stored, String text) throws IOException {
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(stored.resolveSibling(""));
            Files.writeString(stored, text);
        }
        assertThat(text)
                .as(
                        "what this run tells is not what %s says; where the new words are meant, write them there with"
                                + " -D%s=true and read the difference (docs/change-a-workflow.md)",
                        stored, WRITE)
                .isEqualTo(Files.readString(stored));
    }

    private static int largestPayload(Message message) {
        if (message instanceof Payload payload) {
            return payload.getSerializedSize();
        }
        return message.getAllFields().values().stream()
                .flatMap(value -> value instanceof Collection<?> many ? many.stream() : Stream.of(value))
                .filter(Message.class::isInstance)
                .mapToInt(part -> largestPayload((Message) part))
                .max()
                .orElse(0);
    }
}
