package dev.slipway.activities.ansible;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes the directories of plays that ended long ago. A directory without a recorded end is left for a person. */
public record OldPlays(Path runs) {

    /** Safe to repeat: deletes what ended before {@code then}, and returns how many plays that were. */
    public int delete(Instant then) throws IOException {
        if (!Files.isDirectory(runs)) {
            return 0;
        }
        int deleted = 0;
        for (Path run : folders(runs)) {
            for (Path play : folders(run)) {
                if (ended(play, then)) {
                    delete(play);
                    deleted++;
                }
            }
            if (deleted > 0 && empty(run)) {
                Files.deleteIfExists(run);
            }
        }
        return deleted;
    }

    private static boolean ended(Path play, Instant then) throws IOException {
        Path exit = play.resolve("exit");
        return Files.isRegularFile(exit)
                && Files.getLastModifiedTime(exit).toInstant().isBefore(then);
    }

    private static boolean empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static List<Path> folders(Path in) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(in, file -> Files.isDirectory(file))) {
            all.forEach(found::add);
        }
        return found;
    }

    /** Deletes the file that records the end last: an interrupted deletion is completed the next time. */
    private static void delete(Path play) throws IOException {
        List<Path> all;
        try (Stream<Path> walked = Files.walk(play)) {
            all = walked.filter(file -> !file.equals(play) && !file.equals(play.resolve("exit")))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
        Files.deleteIfExists(play.resolve("exit"));
        Files.delete(play);
    }
}
