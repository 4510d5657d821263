package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ShellWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        assertThat(state)
                .isEqualTo(new RunState(
                        RunState.Kind.EXITED, 0, "one\nit's $HOME\n", Duration.ZERO, new RunState.Boots(boot, boot)));
        assertThat(state.outlivedItsBoot()).isFalse();
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
        assertThat(state.kind()).isEqualTo(RunState.Kind.EXITED);
        assertThat(state.exit()).isEqualTo(7);
        assertThat(state.output()).isEmpty();
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
    void aRunThatBeganUnderAnotherBootSaysSo() throws Exception {
        host.systemdRun("wait");
        host.state(Scripts.start("t1", "diag-3-1-g7-1", "echo one"));
        String before = "6413911f-0302-4ef9-90d6-a9aaaf2ea814";
        Files.writeString(host.directory("t1", "diag-3-1-g7-1").resolve("started"), before + " 4711\n");

        RunState state = host.state(Scripts.poll("t1", "diag-3-1-g7-1", 1000));

        assertThat(state.began()).isEqualTo(before);
        assertThat(state.outlivedItsBoot()).isTrue();
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
        RunState end = host.state(Scripts.poll("t1", "converge-1", 1000));
        assertThat(end.succeeded()).isTrue();
        assertThat(end.output()).isEqualTo("through\n");
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

    /** Runs {@code script} in the run until it says that it has begun, and gives its processes. */
    private List<ProcessHandle> begun(String name, String script) throws Exception {
        Path ready = root.resolve("ready-" + name);
        new ProcessBuilder("mkfifo", ready.toString()).start().waitFor();
        String commands = ShellWords.join("sh", "-c", script.replace("READY", "echo > " + ready));
        assertThat(host.state(Scripts.start("t1", name, commands)).kind()).isEqualTo(RunState.Kind.RUNNING);
        Files.readString(ready);
        ProcessHandle wrapper = host.process("slipway-t1-" + name + ".service").orElseThrow();
        return Stream.concat(Stream.of(wrapper), wrapper.descendants()).toList();
    }

    /** One that has ended and that nobody has asked for its end yet is not. */
    private static boolean atWork(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    private static RemoteCommand end(String name, String... programs) {
        return Scripts.end("t1", name, Duration.ofSeconds(2), List.of(programs));
    }

    @ParameterizedTest
    @ValueSource(strings = {"READY; sleep 3600", "trap '' TERM; READY; while :; do sleep 3600; done"})
    void aRunIsEndedWithEveryProcessOfItsUnitAndThatIsProven(String script) throws Exception {
        List<ProcessHandle> processes = begun("g7-1", script);
        assertThat(processes).hasSizeGreaterThanOrEqualTo(3);

        assertThat(Leftovers.parse(host.run(end("g7-1")))).contains(List.of());

        assertThat(processes).noneMatch(ScriptsTest::atWork);
        assertThat(host.state(Scripts.poll("t1", "g7-1", 1000)).kind()).isEqualTo(RunState.Kind.ENDED);
        assertThat(Leftovers.parse(host.run(end("g7-1")))).as("once more").contains(List.of());
        assertThat(host.unitsStarted()).hasSize(1);
    }

    @Test
    void aProgramThatTheRunOnlyAskedForIsEndedWithWhatItStarted() throws Exception {
        begun("g7-1", "READY; sleep 3600");
        Path program = Files.copy(Path.of("/bin/sh"), root.resolve("nvvs-7301"));
        Path ready = root.resolve("ready");
        new ProcessBuilder("mkfifo", ready.toString()).start().waitFor();
        Process engine = new ProcessBuilder(
                        program.toString(), "-c", "trap '' TERM; sleep 3600 & echo > " + ready + "; wait; wait; wait")
                .start();
        Files.readString(ready);
        List<ProcessHandle> started = engine.descendants().toList();

        assertThat(Leftovers.parse(host.run(end("g7-1", "nvvs-7301")))).contains(List.of());

        assertThat(engine.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(started).hasSize(1).noneMatch(ScriptsTest::atWork);
    }

    @Test
    void aRunThatCameToItsEndOrNeverBeganIsNotMarkedAsEnded() throws Exception {
        host.systemdRun("wait");
        host.state(Scripts.start("t1", "g7-1", "echo one"));
        assertThat(Leftovers.parse(host.run(end("g7-1")))).contains(List.of());
        RunState end = host.state(Scripts.poll("t1", "g7-1", 1000));
        assertThat(end.succeeded()).isTrue();
        assertThat(end.output()).isEqualTo("one\n");
        assertThat(Leftovers.parse(host.run(end("g7-2")))).contains(List.of());
        assertThat(host.state(Scripts.poll("t1", "g7-2", 1000)).kind()).isEqualTo(RunState.Kind.NONE);
    }

    @Test
    void theTimeOfARunCountsFromItsOwnStartWhoeverAsks() throws Exception {
        List<ProcessHandle> processes = begun("g7-1", "READY; sleep 3600");
        host.began("t1", "g7-1", Duration.ofMinutes(50));
        assertThat(host.state(Scripts.start("t1", "g7-1", "never")).ran())
                .isBetween(Duration.ofMinutes(50), Duration.ofMinutes(51));

        Path started = host.directory("t1", "g7-1").resolve("started");
        Files.writeString(started, "6413911f-0302-4ef9-90d6-a9aaaf2ea814 17\n");
        Files.setLastModifiedTime(started, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        assertThat(host.state(Scripts.poll("t1", "g7-1", 1000)).ran())
                .as("of a run that an older release began")
                .isBetween(Duration.ofHours(2), Duration.ofHours(2).plusMinutes(1));
        assertThat(Leftovers.parse(host.run(end("g7-1")))).contains(List.of());
        assertThat(processes).noneMatch(ScriptsTest::atWork);
    }

    @Test
    void anAnswerOfWhoIsLeftThatIsNotWholeIsNone() {
        for (String text : new String[] {"", "left", "left 1\n", "left 0\n7 x\n", "sh: out of memory\n"}) {
            assertThat(Leftovers.parse(new SshAnswer(0, text.getBytes(StandardCharsets.UTF_8), new byte[0], false)))
                    .as(text)
                    .isEmpty();
        }
    }

    @Test
    void nothingIsClaimedWhereSystemdRefuses() throws Exception {
        host.systemdRun("refuse");
        SshAnswer answer = host.run(Scripts.start("t1", "converge-1", "echo one"));
        assertThat(RunState.parse(answer).map(RunState::kind)).contains(RunState.Kind.NONE);
        assertThat(RunState.parse(answer).map(RunState::began)).contains("");
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
            Scripts.end("t", "d", Duration.ofSeconds(1), List.of("nvvs")),
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
