package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is really full: a file system of eight megabytes in memory, mounted for one process. Needs root. */
@Tag("nodes")
class FullDiskIT {
    @TempDir
    Path disk;

    @Test
    void aFullDiskIsToldInOneSentenceAndNothingThatWasWrittenIsLost() throws Exception {
        String said = onASmallDisk(FullDisk.class);
        assertThat(said)
                .contains("evidence: Could not store evidence run-1/second.zip: the disk of " + disk.resolve("evidence")
                        + " is full: make room, then retry")
                .contains("evidence files: [first.zip]")
                .contains("evidence with room: run-1/second.zip")
                .containsPattern("ledger: The disk of the ledger is full: make room there")
                .contains("ledger with room: 1")
                .doesNotContain("\tat ");
    }

    private String onASmallDisk(Class<?> main) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=8m tmpfs \"$0\" && exec \"$@\"",
                        disk.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        disk.toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
