package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ShellWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ScriptsTest {
    @TempDir
    private Path root = Path.of("");

    private ScriptHost host = new ScriptHost(Files.createTempDirectory("unused"));

    ScriptsTest() throws IOException {}

    @BeforeEach
    void prepare() throws IOException {
        host = new ScriptHost(root);
    }

    @Test
    void aRunEndsWithTheStatusAndOutputOfItsCommands() throws Exception {
        host.systemdRun("wait");
        RunState state = host.state(Scripts.start("t1", "converge-1", "echo one\nprintf '%s\\n' 'it'\\''s $HOME'"));
        assertThat(state).isEqualTo(new RunState(RunState.Kind.EXITED, 0, "one\nit's $HOME\n"));
    }

    @Test
    void whatItsCommandsWriteIsForAllToRead() throws Exception {
        host.systemdRun("wait");
        RunState state = host.state(Scripts.start("t1", "converge-1", "sh -c umask"));
        assertThat(state.output()).isEqualTo("0022\n");
    }

    @Test
    void aRunStopsAtTheFirstCommandThatFails() throws Exception {
        host.systemdRun("wait");
        RunState state = host.state(Scripts.start("t1", "converge-1", "sh -c 'exit 7'\necho never"));
        assertThat(state).isEqualTo(new RunState(RunState.Kind.EXITED, 7, ""));
    }

    @Test
    void aRunIsStartedOnceWhoeverAsks() throws Exception {
        host.systemdRun("wait");
        Path count = root.resolve("count");
        String commands = ShellWords.join("sh", "-c", "echo x >>" + count);
        for (int i = 0; i < 3; i++) {
            assertThat(host.state(Scripts.start("t1", "converge-1", commands)).succeeded())
                    .isTrue();
        }
        assertThat(Files.readString(count)).isEqualTo("x\n");
        assertThat(host.unitsStarted()).hasSize(1);
    }

    @Test
    void aSecondWrapperOfTheSameRunDoesNothing() throws Exception {
        host.systemdRun("wait");
        Path count = root.resolve("count");
        host.state(Scripts.start("t1", "converge-1", ShellWords.join("sh", "-c", "echo x >>" + count)));
        Process again = new ProcessBuilder("sh", host.directory("t1", "converge-1") + "/wrapper").start();
        assertThat(again.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(count)).isEqualTo("x\n");
    }

    @Test
    void aRunThatGoesOnIsRunningAndIsJoinedToItsEnd() throws Exception {
        Path gate = root.resolve("gate");
        new ProcessBuilder("mkfifo", gate.toString()).start().waitFor();
        String commands = ShellWords.join("cat", gate.toString());
        assertThat(host.state(Scripts.start("t1", "converge-1", commands)).kind())
                .isEqualTo(RunState.Kind.RUNNING);
        assertThat(host.state(Scripts.start("t1", "converge-1", commands)).kind())
                .isEqualTo(RunState.Kind.RUNNING);
        ProcessHandle unit = host.process("slipway-t1-converge-1.service").orElseThrow();
        Files.writeString(gate, "through\n");
        unit.onExit().get(30, TimeUnit.SECONDS);
        assertThat(host.state(Scripts.poll("t1", "converge-1", 1000)))
                .isEqualTo(new RunState(RunState.Kind.EXITED, 0, "through\n"));
        assertThat(host.unitsStarted()).hasSize(1);
    }

    @Test
    void aRunThatWasKilledIsLostAndNotStartedAgain() throws Exception {
        Path gate = root.resolve("gate");
        new ProcessBuilder("mkfifo", gate.toString()).start().waitFor();
        String commands = ShellWords.join("cat", gate.toString());
        host.state(Scripts.start("t1", "converge-1", commands));
        ProcessHandle unit = host.process("slipway-t1-converge-1.service").orElseThrow();
        // Opening blocks until the command reads, so from here on the run is proven to have begun.
        try (OutputStream open = Files.newOutputStream(gate)) {
            unit.destroyForcibly();
            unit.onExit().get(30, TimeUnit.SECONDS);
            open.flush();
        }
        assertThat(host.state(Scripts.poll("t1", "converge-1", 1000)).kind()).isEqualTo(RunState.Kind.LOST);
        assertThat(host.state(Scripts.start("t1", "converge-1", commands)).kind())
                .isEqualTo(RunState.Kind.LOST);
        assertThat(host.unitsStarted()).hasSize(1);
    }

    @Test
    void nothingIsClaimedWhereSystemdRefuses() throws Exception {
        host.systemdRun("refuse");
        SshAnswer answer = host.run(Scripts.start("t1", "converge-1", "echo one"));
        assertThat(RunState.parse(answer)).contains(new RunState(RunState.Kind.NONE, 0, ""));
        assertThat(answer.err()).contains("Failed to connect to bus");
    }

    @Test
    void aPollOfNothingSaysNone() throws Exception {
        assertThat(host.state(Scripts.poll("t1", "converge-1", 1000)).kind()).isEqualTo(RunState.Kind.NONE);
    }

    @Test
    void aPollGivesTheEndOfALongOutput() throws Exception {
        host.systemdRun("wait");
        host.state(Scripts.start("t1", "converge-1", "seq 1 50000"));
        RunState state = host.state(Scripts.poll("t1", "converge-1", 12));
        assertThat(state.output()).isEqualTo("49999\n50000\n");
    }

    @Test
    void aNameThatIsNotAWordIsRefused() throws Exception {
        SshAnswer answer = host.run(Scripts.poll("t1/..", "converge-1", 12));
        assertThat(answer.exit()).isEqualTo(64);
        assertThat(RunState.parse(answer)).isEmpty();
    }

    @Test
    void aNodeThatRunsAnotherBootIsNotRebooted() throws Exception {
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        assertThat(host.run(Scripts.reboot("00000000-0000-0000-0000-000000000000"))
                        .out())
                .isEqualTo("left " + boot + "\n");
        assertThat(host.reboots()).isEmpty();
        assertThat(host.run(Scripts.reboot(boot)).out()).isEqualTo("rebooting\n");
        assertThat(host.reboots()).hasSize(1);
    }

    @Test
    void everyScriptIsCleanPosixShell() throws Exception {
        for (RemoteCommand command : new RemoteCommand[] {
            Scripts.start("t", "d", ""),
            Scripts.poll("t", "d", 1),
            Scripts.reboot("b"),
            Scripts.evidence(0),
            Scripts.vendor(0)
        }) {
            Path file =
                    Files.writeString(root.resolve("script"), command.words().get(4));
            Process check = new ProcessBuilder("sh", "-n", file.toString()).start();
            assertThat(check.waitFor()).as(command.id()).isZero();
        }
    }
}
