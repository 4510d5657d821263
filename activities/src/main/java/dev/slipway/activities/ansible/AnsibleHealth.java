package dev.slipway.activities.ansible;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.model.Causes;
import dev.slipway.model.CheckResult;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks whether a play could begin here: the program, the playbook, and the directory of runs. */
public final class AnsibleHealth {
    private static final Duration SLICE = Duration.ofMillis(100);
    private static final Duration WITHIN = Duration.ofSeconds(15);

    private final Playbook playbook;
    private final ActivityClock clock;

    public AnsibleHealth(Playbook playbook, ActivityClock clock) {
        this.playbook = playbook;
        this.clock = clock;
    }

    /** Safe to repeat: changes nothing but creates the directory of runs. */
    public CheckResult check(String part) {
        if (playbook.program().isEmpty()) {
            return CheckResult.wrong(
                    part,
                    playbook.command() + " is not installed beside the worker",
                    "install ansible-core there, or correct `ansible.command` in slipway.yaml");
        }
        if (!Files.isReadable(playbook.file())) {
            return CheckResult.wrong(
                    part,
                    "the playbook " + playbook.file() + " cannot be read",
                    "put it there, or correct `ansible.playbook` in slipway.yaml");
        }
        try {
            Files.createDirectories(playbook.runs());
            Path said = Files.createTempFile(playbook.runs(), "look", ".out");
            try {
                return syntax(part, said);
            } finally {
                Files.deleteIfExists(said);
            }
        } catch (IOException e) {
            return CheckResult.wrong(
                    part,
                    "no play can be stored: " + Causes.words(e),
                    "make " + playbook.runs() + " writable for the worker");
        }
    }

    private CheckResult syntax(String part, Path said) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        playbook.command(),
                        "--syntax-check",
                        "-i",
                        "localhost,",
                        playbook.file().toAbsolutePath().toString()))
                .directory(playbook.directory().toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(said.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("ANSIBLE_NOCOLOR", "1");
        Process process = builder.start();
        try {
            Instant end = clock.instant().plus(WITHIN);
            while (process.isAlive() && !clock.passed(end)) {
                clock.pause(SLICE, "Ansible reads the playbook");
            }
            if (process.isAlive()) {
                return CheckResult.notChecked(
                        part, "Ansible has not answered in time", "try: ansible-playbook --version");
            }
        } finally {
            process.destroy();
        }
        String text = Files.readString(said, StandardCharsets.UTF_8);
        return process.exitValue() == 0
                ? CheckResult.ok(part, playbook.command() + " reads " + playbook.file())
                : CheckResult.wrong(part, PlayVerdict.lastError(text), "correct " + playbook.file());
    }
}
