package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Ctrl-C on a keyboard leaves behind: the launcher and a demo on a pseudo terminal, in a session of their own. */
@Tag("dev-server")
class DemoOnATerminalIT {
    private static final int CTRL_C = 3;
    private static final int GONE_SECONDS = 60;

    /** A job in the background ignores Ctrl-C, and so would everything that it starts. */
    private static final String SIGINT = "exec env --default-signal=INT";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"demo --seed 1,rollout over", "up --demo,In a second terminal", "up --demo,starting Temporal"})
    void leavesNoProcessAndNoFileBehindWhenItIsStoppedByCtrlC(String words, String at) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process terminal = terminal(installed(), temporary, words);
        try {
            readUntil(terminal.getInputStream(), at);
            List<ProcessHandle> begun = terminal.descendants().toList();
            assertThat(begun).as("launcher, demo and, once it runs, dev server").isNotEmpty();
            assertThat(files(temporary)).as("files of a running demo").isNotEmpty();

            terminal.getOutputStream().write(CTRL_C);
            terminal.getOutputStream().flush();
            String last = CompletableFuture.supplyAsync(() -> readAll(terminal.getInputStream()))
                    .get(GONE_SECONDS, TimeUnit.SECONDS);

            assertThat(terminal.waitFor(GONE_SECONDS, TimeUnit.SECONDS))
                    .as(last)
                    .isTrue();
            assertThat(begun).as(last).noneMatch(ProcessHandle::isAlive);
            assertThat(ofThisTest()).as(last).isEmpty();
            assertThat(files(temporary)).as(last).isEmpty();
            assertThat(last).doesNotContain("Exception");
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            ofThisTest().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
    }

    /** The launcher as it is, over what this test's class path has built. */
    private Path installed() throws IOException {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path root = Files.createDirectories(folder.resolve("slipway"));
        Files.copy(home.resolve("slipway"), root.resolve("slipway"));
        root.resolve("slipway").toFile().setExecutable(true);
        Path baselines = Files.createDirectories(root.resolve("config/baselines"));
        for (String name : List.of("hgx-h100-r570-124.yaml", "hgx-h100-r570-133.yaml")) {
            Files.copy(home.resolve("config/baselines").resolve(name), baselines.resolve(name));
        }
        Path target = Files.createDirectories(root.resolve("demo").resolve("target"));
        Files.createDirectory(target.resolve("classes"));
        Files.writeString(target.resolve("classpath"), System.getProperty("java.class.path"));
        return root;
    }

    private static Process terminal(Path root, Path temporary, String words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("script", "-qefc", SIGINT + " ./slipway " + words, "/dev/null")
                .directory(root.toFile())
                .redirectErrorStream(true);
        builder.environment().put("SLIPWAY_NO_BUILD", "1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SLIPWAY_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        builder.environment()
                .put(
                        "TEMPORAL_CLI",
                        Engine.binary(System.getenv()).orElseThrow().toString());
        return builder.start();
    }

    private List<ProcessHandle> ofThisTest() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(folder.toString()))
                        .isPresent())
                .toList();
    }

    private static List<Path> files(Path temporary) throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
                    .toList();
        }
    }

    private static void readUntil(InputStream in, String text) throws IOException {
        StringBuilder seen = new StringBuilder();
        byte[] bytes = new byte[4096];
        while (seen.indexOf(text) < 0) {
            int read = in.read(bytes);
            if (read < 0) {
                throw new AssertionError("it ended before it said '" + text + "':\n" + seen);
            }
            seen.append(new String(bytes, 0, read, StandardCharsets.UTF_8));
        }
    }

    private static String readAll(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
