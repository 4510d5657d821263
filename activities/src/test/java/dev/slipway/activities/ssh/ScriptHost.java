package dev.slipway.activities.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * This machine in place of a node: the scripts really run, below a directory, with a systemd-run that starts a plain
 * process in a session of its own, a systemctl that knows only whether that process lives, and a grep to which that
 * session is the unit's cgroup.
 */
final class ScriptHost {
    private final Path root;
    private final Path bin;

    ScriptHost(Path root) throws IOException {
        this.root = root;
        this.bin = Files.createDirectories(root.resolve("bin"));
        Files.createDirectories(root.resolve("units"));
        tool("sudo", "shift; exec \"$@\"");
        tool("systemd-run", """
                for word in "$@"; do
                    case $word in --unit=*) unit=${word#--unit=} ;; esac
                done
                while [ "${1#--}" != "$1" ]; do shift; done
                [ ! -e "$UNITS/refuse" ] || { echo 'Failed to connect to bus' >&2; exit 1; }
                echo "$unit" >>"$UNITS/started"
                setsid "$@" >/dev/null 2>&1 </dev/null &
                echo $! >"$UNITS/$unit"
                [ ! -e "$UNITS/wait" ] || wait
                """);
        tool("grep", """
                if [ "$1 $2" != '-l -F' ]; then exec /usr/bin/env PATH=/usr/bin:/bin grep "$@"; fi
                session=$(cat "$UNITS/${3#/}" 2>/dev/null) || exit 1
                for process in $(pgrep -s "$session"); do echo "/proc/$process/cgroup"; done
                """);
        tool("systemctl", """
                for unit; do :; done
                if [ "$1" = reboot ]; then echo reboot >>"$UNITS/reboots"; exit 0; fi
                state=$(ps -o stat= -p "$(cat "$UNITS/$unit" 2>/dev/null || echo 0)") || state=
                case $state in '' | Z*) echo inactive ;; *) echo active ;; esac
                """);
    }

    /** The wrapper claimed the run so long ago, by this machine's clock since boot. */
    void began(String token, String name, Duration ago) throws IOException {
        Path started = directory(token, name).resolve("started");
        String[] words = Files.readString(started).strip().split(" ", -1);
        double up = Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ", 2)[0]);
        Files.writeString(started, words[0] + " " + words[1] + " " + ((long) up - ago.toSeconds()) + "\n");
    }

    private void tool(String name, String body) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Sets a switch of the fake systemd-run: {@code wait} for the end, or {@code refuse}. */
    void systemdRun(String behaviour) throws IOException {
        Files.writeString(root.resolve("units").resolve(behaviour), "");
    }

    SshAnswer run(RemoteCommand command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("/usr/bin/env"));
        words.addAll(command.words());
        words.replaceAll(
                word -> word.replace("/var/lib/slipway", root.resolve("state").toString()));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        builder.environment().put("UNITS", root.resolve("units").toString());
        Path out = Files.createTempFile(root, "out", "");
        Path err = Files.createTempFile(root, "err", "");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " did not end");
        }
        return new SshAnswer(process.exitValue(), Files.readAllBytes(out), Files.readAllBytes(err), false);
    }

    RunState state(RemoteCommand command) throws IOException, InterruptedException {
        SshAnswer answer = run(command);
        return RunState.parse(answer).orElseThrow(() -> new IOException(answer.fault() + answer.out()));
    }

    Path directory(String token, String directory) {
        return root.resolve("state").resolve(token).resolve(directory);
    }

    List<String> unitsStarted() throws IOException {
        Path started = root.resolve("units/started");
        return Files.exists(started) ? Files.readAllLines(started) : List.of();
    }

    Optional<ProcessHandle> process(String unit) throws IOException {
        return ProcessHandle.of(Long.parseLong(
                Files.readString(root.resolve("units").resolve(unit)).strip()));
    }

    List<String> reboots() throws IOException {
        Path reboots = root.resolve("units/reboots");
        return Files.exists(reboots) ? Files.readAllLines(reboots) : List.of();
    }
}
