package dev.slipway.demo;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A worker in a process of its own, which can be killed as a crash kills one. Before that it is started again when it ends
 * by itself, as a site's supervisor does: a slow machine lets Temporal answer too late. It ends with the test, however that
 * ends.
 */
final class WorkerProcess implements AutoCloseable {
    /** What a process that was ended by SIGKILL exits with. */
    private static final int KILLED = 128 + 9;

    private static final int GONE_SECONDS = 20;
    private static final int RESTARTS = 5;
    private final ProcessBuilder builder;
    private final Thread last = new Thread(this::strike, "worker-process-end");
    private Process process;
    private int starts = 1;
    private boolean struck;

    private WorkerProcess(ProcessBuilder builder) throws IOException {
        this.builder = builder;
        this.process = builder.start();
        watch(process);
        Runtime.getRuntime().addShutdownHook(last);
    }

    private void watch(Process one) {
        Thread.ofVirtual().name("worker-process-watch").start(() -> {
            try {
                one.waitFor();
                again();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private synchronized void again() throws IOException {
        if (!struck && starts <= RESTARTS) {
            starts++;
            process = builder.start();
            watch(process);
        }
    }

    /**
     * Starts {@code main} on this test's class path with the configuration of a site; what it prints is added to {@code
     * log}. It takes its classes from the archive that {@code slipway.archive} names.
     */
    static WorkerProcess start(Class<?> main, Path site, Path log, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        Optional.ofNullable(System.getProperty("slipway.archive"))
                .ifPresent(archive ->
                        command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off,cds+dynamic=off")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("SLIPWAY_CONFIG", site.toString());
        try {
            return new WorkerProcess(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL, without waiting for the end. */
    synchronized void strike() {
        struck = true;
        process.destroyForcibly();
    }

    /** SIGKILL. Whether it hit a live worker: one that had ended by itself before is told by its exit status. */
    boolean kill() {
        strike();
        Process gone = present();
        try {
            if (!gone.waitFor(GONE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the worker outlived its SIGKILL");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return gone.exitValue() == KILLED;
    }

    /** How often it was started again because it had ended by itself. */
    synchronized int restarts() {
        return starts - 1;
    }

    private synchronized Process present() {
        return process;
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(last);
    }

    /** The end of what it printed, for a failure's message. */
    static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }
}
