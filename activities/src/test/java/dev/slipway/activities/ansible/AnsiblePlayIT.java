package dev.slipway.activities.ansible;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.PlaybookVariables;
import dev.slipway.model.CheckResult;
import dev.slipway.model.FailureType;
import dev.slipway.model.Finding;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ansible-playbook as it is, with the callback that is given to it; no node is needed. */
@Tag("ansible")
@ExtendWith(AnsibleHere.class)
class AnsiblePlayIT {
    private static final Path SHIPPED =
            Path.of("..", "config", "ansible", "site.yml").toAbsolutePath().normalize();

    @TempDir
    private Path folder = Path.of("");

    private Playbook playbook(Path file) {
        return new Playbook(
                file,
                "ansible-playbook",
                folder.resolve("runs"),
                Duration.ofMinutes(1),
                new PlaybookVariables(Map.of()));
    }

    private record Played(RunState end, PlayEvents events) {
        Optional<ApplicationFailure> fault() {
            return PlayVerdict.fault("gpu-001", end, events);
        }
    }

    private Played play(Path file) {
        return play(file, true);
    }

    private Played play(Path file, boolean check) {
        SshTarget nobody = new SshTarget("127.0.0.1", 1, "nobody", folder.resolve("key"), folder.resolve("hosts"));
        PlayRun run = new PlayRun(folder.resolve("run"));
        new PlayFiles(playbook(file), Map.of("gpu-001", nobody), OneNode.baseline(OneNode.GOAL))
                .write(run.directory(), check);
        run.start(OneNode.CLOCK);
        RunState end = run.end(OneNode.CLOCK);
        return new Played(end, PlayEvents.of("gpu-001", run.tail("events")));
    }

    private Path site(String hosts, String tasks) throws IOException {
        return Files.writeString(folder.resolve("site.yml"), """
                - hosts: %s
                  connection: local
                  gather_facts: false
                  tasks:
                    - { name: Begins, ansible.builtin.debug: { msg: begun }, changed_when: true }
                    - %s
                """.formatted(hosts, tasks));
    }

    @Test
    void thereIsNoSuchPlayWhereNobodyAnswers() {
        Played played = play(SHIPPED);
        assertThat(played.fault()).get().satisfies(fault -> {
            assertThat(FailureType.TRANSIENT.is(fault)).as(fault.toString()).isTrue();
            assertThat(fault.getOriginalMessage()).contains("could not reach gpu-001", "127.0.0.1");
        });
    }

    @Test
    void aPlayThatDoesItsTasksIsTold() throws IOException {
        Played played = play(site(
                "slipway_nodes", "{ name: Copies, ansible.builtin.copy: { content: x, dest: " + folder + "/x } }"));
        assertThat(played.fault()).as(played.end().output()).isEmpty();
        assertThat(played.events().lines("would change"))
                .containsSubsequence("Ansible would change: Copies", "    + x");
        assertThat(played.events().counts())
                .get()
                .satisfies(c -> assertThat(c.changed()).isEqualTo(2));
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            slipway_nodes | { name: Fails, ansible.builtin.fail: { msg: broken } } | STEP_FAILED | 'Fails': broken [on gpu-001, changed before it: Begins]
            slipway_nodes | { name: Secret, ansible.builtin.fail: { msg: hunter2 }, no_log: true } | STEP_FAILED | 'Secret': its result is not shown
            slipway_nodes | { name: Items, ansible.builtin.fail: { msg: '{{ item }} broke' }, loop: [a, b] } | STEP_FAILED | 'Items'
            other_nodes | { name: Never, ansible.builtin.debug: { msg: x } } | GATE_CLOSED | gpu-001
            slipway_nodes | { name: Unknown, no.such.thing: {} } | GATE_CLOSED | couldn't resolve module/action
            slipway_nodes | [ | GATE_CLOSED | did not begin
            """)
    void whatGoesWrongIsToldByItsKind(String hosts, String task, FailureType type, String told) throws IOException {
        Played played = play(site(hosts, task));
        assertThat(played.fault()).as(played.end().output()).get().satisfies(fault -> {
            assertThat(fault.getOriginalMessage()).contains(told).doesNotContain("hunter2");
            assertThat(fault.getType()).as(fault.getOriginalMessage()).isEqualTo(type.name());
        });
    }

    @Test
    void aPlaybookThatIsNotThereDidNotBegin() {
        Played played = play(folder.resolve("nowhere.yml"));
        assertThat(played.fault())
                .get()
                .satisfies(fault -> assertThat(fault.getOriginalMessage()).contains("did not begin", "nowhere.yml"));
    }

    /** The role that is shipped is one that Ansible reads; one that is not is told by doctor before any run. */
    @Test
    void theShippedRoleIsReadAndABrokenOneIsTold() throws IOException {
        CheckResult shipped = new AnsibleHealth(playbook(SHIPPED), OneNode.CLOCK).check("Ansible lab");
        Path broken = site("slipway_nodes", "{ name: Unknown, no.such.thing: {} }");
        CheckResult other = new AnsibleHealth(playbook(broken), OneNode.CLOCK).check("Ansible lab");

        assertThat(shipped.finding()).as(shipped.toString()).isEqualTo(Finding.OK);
        assertThat(other.finding()).isEqualTo(Finding.WRONG);
        assertThat(List.of(other.saw())).allSatisfy(saw -> assertThat(saw).contains("couldn't resolve"));
    }

    /** What dkms left on the disk is asked of modinfo, which a file on the path answers for. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            echo 570.133.20 | ``
            echo 560.35.05 | The driver on disk is 560.35.05, and the baseline pins 570.133.20: read the build log
            echo 'Module nvidia not found.' >&2; exit 1 | is Module nvidia not found., and the baseline pins 570.133.20
            exit 1 | The driver on disk is absent, and the baseline pins 570.133.20
            """)
    void theShippedRoleFailsWhereAnotherDriverIsOnTheDisk(String modinfo, String told) throws IOException {
        Path tools = Files.createDirectory(folder.resolve("bin"));
        Path file = Files.writeString(tools.resolve("modinfo"), "#!/bin/sh\n" + modinfo + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path play = Files.writeString(
                folder.resolve("site.yml"), """
                - hosts: slipway_nodes
                  connection: local
                  gather_facts: false
                  environment: { PATH: "%s:{{ lookup('env', 'PATH') }}" }
                  tasks:
                    - ansible.builtin.include_role: { name: %s, tasks_from: driver.yml }
                """.formatted(tools, SHIPPED.resolveSibling("roles/gpu_baseline")));

        Played played = play(play, false);

        String why = played.fault().map(ApplicationFailure::getOriginalMessage).orElse("");
        assertThat(why).as(played.end().output()).contains(told);
        assertThat(why.isEmpty()).as(why).isEqualTo(told.isEmpty());
    }
}
