package dev.slipway.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.slipway.input.Handlers;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that began on an older version goes on with this one; and no history grows beyond what the engine likes. */
class ReplayTest {
    private static final int LARGEST_PAYLOAD = 64 * 1024;
    /** A machine with other work to do may need more than the engine's one second to load our classes. */
    private static final long BUSY_MACHINE_MILLIS = 30_000;

    /** Every workflow of the product, found on the class path. */
    private static final Map<String, Class<?>> WORKFLOWS =
            Handlers.all().stream().collect(Collectors.toMap(Handlers::toString, Handlers::implementation));

    private static final Worker WORKER = worker();

    /**
     * One engine for all, and for the life of the process: a replay asks it nothing, and {@code lab/mutants} runs each
     * of these tests by itself, thousands of times.
     */
    private static Worker worker() {
        Worker worker = TestWorkflowEnvironment.newInstance()
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
    void aStoredHistoryReplaysAndNothingInItIsLarge(Path file) throws Exception {
        WorkflowExecutionHistory history = StoredHistories.read(file);

        WorkflowReplayer.replayWorkflowExecution(history, WORKER);

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
    void eachWorkflowHasAHistory() throws IOException {
        try (Stream<Path> folders = Files.list(StoredHistories.STORE)) {
            assertThat(folders.map(folder -> String.valueOf(folder.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(WORKFLOWS.keySet());
        }
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
