package dev.slipway.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A part of the lab that is up, by its script and its folder: it can be killed as a crash would, and brought back. */
record LabService(String script, Path folder) {

    /** The part whose folder stands in the environment. */
    static LabService given(String script, String variable) {
        return new LabService(
                script, Path.of(Optional.ofNullable(System.getenv(variable)).orElseThrow()));
    }

    /** Brings the part up, and returns what it printed. */
    String up(String... options) {
        return call("up", options);
    }

    /** Takes it down; what it kept is thrown away. */
    void down() {
        call("down");
    }

    void kill() {
        call("kill");
    }

    /** Returns when it answers. */
    void start() {
        call("start");
    }

    /** SIGKILL to the process whose id stands in a file of the folder; returns at once. Says whether it was alive. */
    boolean strike(String pidFile) {
        try {
            long pid = Long.parseLong(Files.readString(folder.resolve(pidFile)).strip());
            return ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly).orElse(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String call(String verb, String... options) {
        String path = Path.of("..", "lab", script).toAbsolutePath().normalize().toString();
        try {
            // What it starts outlives it and must not hold this pipe: the scripts give their servers files.
            List<String> line = new ArrayList<>(List.of(path, verb, folder.toString()));
            line.addAll(List.of(options));
            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(script + " " + verb + " failed: " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
