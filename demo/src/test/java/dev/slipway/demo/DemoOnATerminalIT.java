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
import org.junit.jupiter.params.provider.ValueSource;

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
        Process terminal = terminal(installed(), temporary, words, temporal());
        try {
            readUntil(terminal.getInputStream(), at);
            List<ProcessHandle> begun = terminal.descendants().toList();
            assertThat(begun).as("launcher, demo and, once it runs, dev server").isNotEmpty();
            assertThat(files(temporary)).as("files of a running demo").isNotEmpty();

            leavesNothing(terminal, begun, temporary);
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            ofThisTest().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
    }

    /** A Temporal that does not come up, and that takes no notice of Ctrl-C itself. */
    @ParameterizedTest
    @ValueSource(strings = {"demo --seed 1", "up --demo"})
    void leavesNoTemporalThatIsStillBeingStarted(String words) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path begun = folder.resolve("begun");
        Path never = Files.writeString(
                folder.resolve("never"), "#!/bin/sh\ntrap '' INT\ntouch '" + begun + "'\nexec sleep 600\n");
        assertThat(never.toFile().setExecutable(true)).isTrue();
        Process terminal = terminal(installed(), temporary, words, never);
        try {
            Stage.until(() -> Files.exists(begun) || !terminal.isAlive(), "the start of Temporal");

            leavesNothing(terminal, terminal.descendants().toList(), temporary);
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            ofThisTest().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
    }

    private void leavesNothing(Process terminal, List<ProcessHandle> begun, Path temporary) throws Exception {
        terminal.getOutputStream().write(CTRL_C);
        terminal.getOutputStream().flush();
        String last = CompletableFuture.supplyAsync(() -> readAll(terminal.getInputStream()))
                .get(GONE_SECONDS, TimeUnit.SECONDS);

        assertThat(terminal.waitFor(GONE_SECONDS, TimeUnit.SECONDS)).as(last).isTrue();
        assertThat(begun).as(last).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(ofThisTest()).as(last).isEmpty();
        assertThat(files(temporary)).as(last).isEmpty();
        assertThat(last).doesNotContain("Exception");
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

    private static Path temporal() {
        return Engine.binary(System.getenv()).orElseThrow();
    }

    private static Process terminal(Path root, Path temporary, String words, Path temporal) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("script", "-qefc", SIGINT + " ./slipway " + words, "/dev/null")
                .directory(root.toFile())
                .redirectErrorStream(true);
        builder.environment().put("SLIPWAY_NO_BUILD", "1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SLIPWAY_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        builder.environment().put("TEMPORAL_CLI", temporal.toString());
        return builder.start();
    }

    /** Those that work in its folder: a process that has lost its parent is known by nothing else. */
    private List<ProcessHandle> ofThisTest() {
        return ProcessHandle.allProcesses()
                .filter(process -> worksIn(process.pid(), folder))
                .toList();
    }

    private static boolean worksIn(long process, Path folder) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", String.valueOf(process), "cwd"))
                    .startsWith(folder);
        } catch (IOException ended) {
            return false;
        }
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
