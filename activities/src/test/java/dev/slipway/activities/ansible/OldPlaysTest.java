package dev.slipway.activities.ansible;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldPlaysTest {
    private static final Instant THEN = Instant.parse("2026-10-22T00:00:00Z");

    @TempDir
    Path runs;

    private Path play(String run, String name) throws IOException {
        Path play = Files.createDirectories(runs.resolve(run).resolve(name));
        Files.createDirectories(play.resolve("events"));
        Files.writeString(play.resolve("events/one"), "{}");
        Files.writeString(play.resolve("started"), "host");
        return play;
    }

    private Path ended(String run, String name, Instant at) throws IOException {
        Path play = play(run, name);
        Files.setLastModifiedTime(Files.writeString(play.resolve("exit"), "0"), FileTime.from(at));
        return play;
    }

    @Test
    void deletesPlaysThatEndedLongAgoAndLeavesTheOthers() throws IOException {
        Path old = ended("run-1", "converge-1", THEN.minusSeconds(1));
        Path young = ended("run-2", "converge-1", THEN.plusSeconds(1));
        Path again = ended("run-2", "converge-0", THEN.minusSeconds(86_400));
        Path lost = play("run-3", "converge-1");

        assertThat(new OldPlays(runs).delete(THEN)).isEqualTo(2);

        assertThat(old.getParent()).doesNotExist();
        assertThat(again).doesNotExist();
        assertThat(young).isDirectory();
        assertThat(lost).isDirectory();
        assertThat(new OldPlays(runs).delete(THEN)).isZero();
        assertThat(new OldPlays(runs.resolve("none")).delete(THEN)).isZero();
    }
}
