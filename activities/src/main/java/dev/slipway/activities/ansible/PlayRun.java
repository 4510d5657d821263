package dev.slipway.activities.ansible;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.Backoff;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs one play as a separate process beside the worker, which survives the worker. Files of its directory prove start
 * and end: {@code started} names host, boot, process and its start time, {@code exit} is written last, {@code output}
 * and {@code events} are its output. It is started once, and every later call joins it.
 */
final class PlayRun {
    private static final int SHOWN = 200_000;
    private static final int START_TIME = 19;

    private final Path directory;

    PlayRun(Path directory) {
        this.directory = directory;
    }

    private record Started(String host, String boot, String process, String ticks) {}

    Path directory() {
        return directory;
    }

    /** Safe to repeat: reads only. Fails with TRANSIENT if only another host knows. */
    RunState state() {
        Optional<Started> started = started();
        if (started.isEmpty()) {
            return new RunState(RunState.Kind.NONE, 0, "");
        }
        // Asked before the exit file: a process that was gone by then had written it, if it ever did.
        boolean here = started.get().host().equals(line(Path.of("/proc/sys/kernel/hostname")));
        boolean alive = here && alive(started.get());
        Path exit = directory.resolve("exit");
        if (Files.exists(exit)) {
            return new RunState(RunState.Kind.EXITED, exit(exit), tail("output"));
        }
        if (!here) {
            throw FailureType.TRANSIENT.of("The play in " + directory + " was begun on "
                    + started.get().host() + ", and only a worker there can tell whether it still runs");
        }
        return new RunState(alive ? RunState.Kind.RUNNING : RunState.Kind.LOST, 0, tail("output"));
    }

    /** Safe to repeat: a play that another worker started meanwhile continues. Its files must exist. */
    void start(ActivityClock clock) {
        Path said = directory.resolve("starter");
        try {
            Process starter = new ProcessBuilder(
                            "setsid", "sh", directory.resolve("play.sh").toString(), directory.toString())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(said.toFile())
                    .start();
            while (starter.isAlive() && started().isEmpty()) {
                clock.pause(Backoff.NODE.next(), "the play starts");
            }
            if (started().isEmpty()) {
                throw FailureType.STEP_FAILED.of("The play in " + directory + " did not start: "
                        + tail("starter").strip());
            }
        } catch (IOException e) {
            throw FailureType.STEP_FAILED.of("The play in " + directory + " does not start: " + Causes.words(e));
        }
    }

    /** Stores lines beside the play, unless some were stored before: those of the first attempt to start it count. */
    void keep(String name, List<String> lines) {
        Path file = directory.resolve(name);
        try {
            if (!Files.exists(file)) {
                Files.write(file, lines);
            }
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("cannot write " + file + ": " + Causes.words(e));
        }
    }

    /** Waits for the end of a play that was started. */
    RunState end(ActivityClock clock) {
        Backoff pauses = Backoff.NODE;
        RunState state = state();
        while (state.kind() == RunState.Kind.RUNNING) {
            pauses = pauses.pause(clock, "the play runs: " + state.lastLine().orElse("nothing said yet"));
            state = state();
        }
        return state;
    }

    /** Returns the end of a file of the run; empty if there is none. */
    String tail(String name) {
        Path file = directory.resolve(name);
        try {
            if (!Files.exists(file)) {
                return "";
            }
            byte[] bytes = Files.readAllBytes(file);
            int from = name.equals("events") ? 0 : Math.max(0, bytes.length - SHOWN);
            return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static RuntimeException unreadable(Path file, IOException e) {
        return FailureType.TRANSIENT.of("cannot read " + file + ": " + Causes.words(e));
    }

    private Optional<Started> started() {
        Path file = directory.resolve("started");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String[] words = line(file).split(" ", -1);
        if (words.length != 4) {
            throw FailureType.TRANSIENT.of(file + " is not understood: " + line(file));
        }
        return Optional.of(new Started(words[0], words[1], words[2], words[3]));
    }

    private static int exit(Path file) {
        String text = line(file);
        if (!text.matches("[0-9]{1,3}")) {
            throw FailureType.TRANSIENT.of(file + " is not understood: " + text);
        }
        return Integer.parseInt(text);
    }

    /** Returns whether it is the same process, not another one with its number. */
    private static boolean alive(Started started) {
        Path stat = Path.of("/proc", started.process(), "stat");
        try {
            String text = Files.readString(stat);
            String[] after = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", -1);
            return started.boot().equals(line(Path.of("/proc/sys/kernel/random/boot_id")))
                    && !after[0].equals("Z")
                    && after[START_TIME].equals(started.ticks());
        } catch (IOException gone) {
            return false;
        }
    }

    private static String line(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + Causes.words(e), e);
        }
    }
}
