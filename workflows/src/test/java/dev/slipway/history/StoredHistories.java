package dev.slipway.history;

import io.temporal.common.WorkflowExecutionHistory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The histories that were recorded once: a folder per workflow type, a file per run, as JSON or compressed JSON. A file
 * is the past: it is added, read, and never written again.
 */
public final class StoredHistories {
    static final Path STORE = Path.of("src/test/resources/histories");
    static final Path STORIES = Path.of("src/test/resources/stories");
    private static final String PACKED = ".json.gz";

    private StoredHistories() {}

    /** Every stored file, sorted by its path. */
    static List<Path> files() {
        try (Stream<Path> files = Files.walk(STORE)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The workflow type of a stored file. */
    static String typeOf(Path file) {
        return String.valueOf(file.getName(file.getNameCount() - 2));
    }

    /** The run that lies in {@code file}. */
    static WorkflowExecutionHistory read(Path file) {
        try {
            byte[] stored = Files.readAllBytes(file);
            byte[] json = file.toString().endsWith(PACKED)
                    ? new GZIPInputStream(new ByteArrayInputStream(stored)).readAllBytes()
                    : stored;
            return WorkflowExecutionHistory.fromJson(new String(json, StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + " cannot be read", unreadable);
        }
    }

    /** Where the text of the run in {@code file} lies, as {@link Story} tells it. */
    static Path storyOf(Path file) {
        return STORIES.resolve(typeOf(file))
                .resolve(String.valueOf(file.getFileName()).replaceFirst("\\.json(\\.gz)?$", ".txt"));
    }

    /** Adds a run under {@code name}, or under the next free number behind it where that name is taken. */
    static Path add(String type, String name, WorkflowExecutionHistory history) {
        Path folder = STORE.resolve(type);
        int number = 1;
        while (Files.exists(folder.resolve(numbered(name, number) + ".json"))
                || Files.exists(folder.resolve(numbered(name, number) + PACKED))) {
            number++;
        }
        Path file = folder.resolve(numbered(name, number) + PACKED);
        try {
            Files.createDirectories(folder);
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
                out.write(history.toJson(false).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(file + " cannot be written", unwritable);
        }
        return file;
    }

    private static String numbered(String name, int number) {
        return number == 1 ? name : name + "-" + number;
    }
}
