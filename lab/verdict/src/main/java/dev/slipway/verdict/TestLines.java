package dev.slipway.verdict;

import dev.slipway.verdict.TestLine.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes a line when a test begins and one when it ends, into a file of this process in the folder that the system
 * property {@code slipway.verdicts} names; without the property it writes nothing. A class or a factory that fails
 * counts as a test that failed.
 */
public final class TestLines implements TestExecutionListener {
    /** The folder of the lines. */
    public static final String FOLDER = "slipway.verdicts";

    /** A failure that shows a whole answer of a node must not hide the sum below it. */
    private static final int LONGEST = 1_000;

    private final Optional<Path> file;
    private final Map<String, Long> begun = new ConcurrentHashMap<>();
    private final AtomicLong cpuBefore = new AtomicLong();

    /** As the launcher of every test process makes it. */
    public TestLines() {
        this(Optional.ofNullable(System.getProperty(FOLDER)).map(Path::of));
    }

    TestLines(Optional<Path> folder) {
        file = folder.map(into -> into.resolve(ProcessHandle.current().pid() + ".tsv"));
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            begun.put(test.getUniqueId(), System.currentTimeMillis());
            write(test, Event.BEGUN, 0, "");
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        long since = Optional.ofNullable(begun.remove(test.getUniqueId())).orElseGet(System::currentTimeMillis);
        Event event = test.isTest() ? Event.PASSED : Event.CLASS_ENDED;
        write(
                test,
                switch (result.getStatus()) {
                    case SUCCESSFUL -> event;
                    case ABORTED -> Event.SKIPPED;
                    case FAILED -> Event.FAILED;
                },
                System.currentTimeMillis() - since,
                result.getThrowable()
                        .filter(any -> result.getStatus() == TestExecutionResult.Status.FAILED)
                        .map(TestLines::beginning)
                        .orElse(""));
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        write(test, Event.SKIPPED, 0, "");
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        begun.clear();
    }

    private void write(TestIdentifier test, Event event, long millis, String why) {
        file.ifPresent(to -> append(
                to,
                new TestLine(
                        System.currentTimeMillis(),
                        test.getUniqueId(),
                        testClass(test),
                        test.getLegacyReportingName(),
                        List.copyOf(test.getTags().stream()
                                .map(tag -> tag.getName())
                                .sorted()
                                .toList()),
                        event,
                        new TestLine.Took(millis, cpuSince()),
                        why)));
    }

    private static String beginning(Throwable failure) {
        String said = failure.toString().strip();
        return said.length() <= LONGEST ? said : said.substring(0, LONGEST) + " …";
    }

    private long cpuSince() {
        long now = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toMillis)
                .orElse(0L);
        return Math.max(0, now - cpuBefore.getAndSet(now));
    }

    private static String testClass(TestIdentifier test) {
        return test.getSource()
                .map(source -> switch (source) {
                    case MethodSource method -> method.getClassName();
                    case ClassSource testClass -> testClass.getClassName();
                    default -> test.getUniqueId();
                })
                .orElse(test.getUniqueId());
    }

    private static synchronized void append(Path to, TestLine line) {
        try {
            Files.createDirectories(to.toAbsolutePath().getParent());
            Files.writeString(to, line.text() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
