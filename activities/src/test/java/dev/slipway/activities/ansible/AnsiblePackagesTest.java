package dev.slipway.activities.ansible;

import static dev.slipway.activities.ssh.OneNode.GOAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnsiblePackagesTest {
    private static final Condition DRIFTED = new Condition.Runs(SoftwareSet.previous());

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder.resolve("node"), NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private FakeAnsible ansible(String script) throws IOException {
        return new FakeAnsible(folder, script);
    }

    private static void assertFails(FailureType type, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApplicationFailure.class, f -> {
            assertThat(f.getOriginalMessage()).contains(text);
            assertThat(f.getType()).as(f.getOriginalMessage()).isEqualTo(type.name());
        });
    }

    @Test
    void playsTheRoleOnceForAnActAndTellsWhatItChanged() throws IOException {
        FakeAnsible ansible = ansible("changes 'Unit'; sums 'ok\":3,\"changed\":1'");
        try (OneNode node = node()) {
            AnsiblePackages packages = ansible.packages(node);
            assertThat(packages.converge(node.act("converge", 1), GOAL)).containsExactly("Ansible: Unit");
            assertThat(packages.converge(node.act("converge", 1), GOAL)).containsExactly("Ansible: Unit");
            assertThat(ansible.calls()).hasSize(1);
            assertThat(node.guarded()).hasSize(1);
        }
    }

    /** Unknown hosts are refused, the node is the only one, and no value is on the command line. */
    @Test
    void theInventoryNamesOneNodeWithItsHostKeys() throws IOException {
        FakeAnsible ansible = ansible(FakeAnsible.OK);
        try (OneNode node = node()) {
            ansible.packages(node).converge(node.act("converge", 1), GOAL);
            Path run = ansible.run("converge-1");
            assertThat(ansible.calls())
                    .singleElement()
                    .satisfies(call -> assertThat(call)
                            .isEqualTo("-i " + run + "/inventory.json -e @" + run + "/variables.json --limit gpu-001 "
                                    + folder + "/site.yml"));
            assertThat(Files.readString(run.resolve("inventory.json")))
                    .contains("StrictHostKeyChecking=yes", "known_hosts", "\"gpu-001\"", "\"ansible_port\"");
            assertThat(Files.readString(run.resolve("variables.json")))
                    .contains(
                            "\"libnccl2\" : \"2.27.3-1+cuda12.9\"", "dcgmi config --set -P 700", "nvidia-fabricmanager")
                    .contains("\"driver_branch\" : \"570\"", "\"slipway_driver\" : \"570.133.20\"");
        }
    }

    @Test
    void aRoleThatEndedWellIsNotBelieved() throws IOException {
        FakeAnsible ansible = ansible(FakeAnsible.OK);
        try (OneNode node = node(DRIFTED)) {
            assertFails(
                    FailureType.VERDICT,
                    "libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9",
                    () -> ansible.packages(node).converge(node.act("converge", 1), GOAL));
        }
    }

    @Test
    void aNodeThatWasNotReachedIsPlayedAgainWhenTheActIsRepeated() throws IOException {
        FakeAnsible ansible = ansible(
                "nth 1 || { " + FakeAnsible.OK + "; exit 0; }; "
                        + "result unreachable Packages '\"msg\":\"Connection refused\"'; sums 'ok\":0,\"unreachable\":1'; exit 4");
        try (OneNode node = node()) {
            AnsiblePackages packages = ansible.packages(node);
            assertFails(
                    FailureType.TRANSIENT,
                    "could not reach gpu-001, nothing was changed before it: Connection refused",
                    () -> packages.converge(node.act("converge", 1), GOAL));
            packages.converge(node.act("converge", 1), GOAL);
            assertThat(ansible.calls()).hasSize(2);
            assertThat(node.guarded()).hasSize(2);
        }
    }

    @Test
    void aTaskThatFailedIsNamedWithWhatWasChangedBeforeIt() throws IOException {
        FakeAnsible ansible = ansible(
                "changes Repository; task Install; result failed Install '\"msg\":\"apt failed\",\"stdout\":\"E: no space\"';"
                        + " sums 'ok\":2,\"changed\":1,\"failures\":1'; exit 2");
        try (OneNode node = node(DRIFTED)) {
            AnsiblePackages packages = ansible.packages(node);
            assertFails(
                    FailureType.STEP_FAILED,
                    "'Install': apt failed (E: no space) [on gpu-001, changed before it: Repository]",
                    () -> packages.converge(node.act("converge", 1), GOAL));
            assertFails(FailureType.STEP_FAILED, "'Install'", () -> packages.converge(node.act("converge", 1), GOAL));
            assertThat(ansible.calls()).hasSize(1);
        }
    }

    /** Unknown is never clean: none of these is taken for a play that had nothing to do. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            GATE_CLOSED | did not begin: Ansible ended with 1 and said: ERROR! the playbook: x could not be found | echo 'ERROR! the playbook: x could not be found' >&2; exit 1
            GATE_CLOSED | did not begin: Ansible ended with 0 and said: nothing | exit 0
            GATE_CLOSED | ran no task on gpu-001 | echo '{"_event":"v2_playbook_on_stats","stats":{}}' >>"$SLIPWAY_EVENTS"
            AMBIGUOUS | broke off in task 'T' | echo '{"_event":"v2_playbook_on_task_start","task":{"name":"T"}}' >>"$SLIPWAY_EVENTS"; exit 250
            AMBIGUOUS | was ended in task 'T' | echo '{"_event":"v2_playbook_on_task_start","task":{"name":"T"}}' >>"$SLIPWAY_EVENTS"; kill -9 $$
            STEP_FAILED | 1 events of the play on gpu-001 are not understood | echo nonsense >>"$SLIPWAY_EVENTS"; echo '{"_event":"v2_playbook_on_stats","stats":{"gpu-001":{"ok":1}}}' >>"$SLIPWAY_EVENTS"
            STEP_FAILED | (without a name) | echo '{"_event":"v2_playbook_on_stats","stats":{"gpu-001":{"ok":1,"failures":1}}}' >>"$SLIPWAY_EVENTS"
            STEP_FAILED | ended with 3 | echo '{"_event":"v2_playbook_on_stats","stats":{"gpu-001":{"ok":1}}}' >>"$SLIPWAY_EVENTS"; exit 3
            """)
    void anEndThatIsNotWholeIsAnError(FailureType type, String told, String script) throws IOException {
        FakeAnsible ansible = ansible("").bare(script);
        try (OneNode node = node()) {
            assertFails(type, told, () -> ansible.packages(node).converge(node.act("converge", 1), GOAL));
            assertFails(type, told, () -> ansible.packages(node).prove(node.act("prove", 1), GOAL));
        }
    }

    @Test
    void aWorkerWithoutAnsibleSaysWhatToInstall() throws IOException {
        FakeAnsible ansible = ansible("");
        try (OneNode node = node()) {
            assertFails(
                    FailureType.GATE_CLOSED,
                    "no-such-program is not installed beside this worker: install ansible-core",
                    () -> ansible.packages(node, OneNode.CLOCK, "no-such-program")
                            .converge(node.act("converge", 1), GOAL));
            assertThat(node.guarded()).isEmpty();
        }
    }

    /** A worker that goes away leaves the play to run; the next one joins it. */
    @Test
    void aPlayOutlivesItsWorkerAndIsJoined() throws Exception {
        FakeAnsible ansible =
                ansible("while [ ! -e go ]; do sleep 0.02; done; changes Unit; sums 'ok\":1,\"changed\":1'");
        try (OneNode node = node()) {
            TestClock dies = TestClock.running(1000).onPause(detail -> {
                if (detail.startsWith("the play runs")) {
                    throw FailureType.TRANSIENT.of("the worker is gone");
                }
            });
            assertFails(
                    FailureType.TRANSIENT,
                    "the worker is gone",
                    () -> ansible.packages(
                                    node,
                                    dies,
                                    folder.resolve("ansible-playbook").toString())
                            .converge(node.act("converge", 1), GOAL));
            Files.createFile(folder.resolve("go"));

            assertThat(ansible.packages(node).converge(node.act("converge", 1), GOAL))
                    .containsExactly("Ansible: Unit");
            assertThat(ansible.calls()).hasSize(1);
        }
    }

    /** I9: however many ask at once, one play. */
    @Test
    void i9_severalThatAskAtOnceStartOnePlay() throws Exception {
        FakeAnsible ansible = ansible("sleep 0.2; " + FakeAnsible.OK);
        try (OneNode node = node();
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            AnsiblePackages packages = ansible.packages(node);
            Callable<List<String>> converge = () -> packages.converge(node.act("converge", 1), GOAL);
            List<Future<List<String>>> asked = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                asked.add(threads.submit(converge));
            }
            for (Future<List<String>> one : asked) {
                assertThat(one.get()).isEmpty();
            }
            assertThat(ansible.calls()).hasSize(1);
        }
    }

    private void started(FakeAnsible ansible, String host) throws IOException {
        Path run = Files.createDirectories(ansible.run("converge-1"));
        Files.writeString(run.resolve("started"), host + " 00000000-0000-0000-0000-000000000000 1 1\n");
    }

    /** I9: a play that left no end may have done its work or not; only the node tells. */
    @Test
    void i9_aPlayThatLeftNoEndCountsByWhatTheNodeReadsBack() throws IOException {
        FakeAnsible ansible = ansible(FakeAnsible.OK);
        started(ansible, Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
        try (OneNode node = node()) {
            assertThat(ansible.packages(node).converge(node.act("converge", 1), GOAL))
                    .isEmpty();
        }
        try (OneNode node = node(DRIFTED)) {
            assertFails(
                    FailureType.AMBIGUOUS,
                    "began, and its end is unknown",
                    () -> ansible.packages(node).converge(node.act("converge", 1), GOAL));
        }
        assertThat(ansible.calls()).isEmpty();
    }

    @Test
    void aPlayThatWasBegunOnAnotherHostIsNotStartedHere() throws IOException {
        FakeAnsible ansible = ansible(FakeAnsible.OK);
        started(ansible, "another-host");
        try (OneNode node = node()) {
            assertFails(
                    FailureType.TRANSIENT,
                    "was begun on another-host",
                    () -> ansible.packages(node).converge(node.act("converge", 1), GOAL));
            assertThat(ansible.calls()).isEmpty();
        }
    }

    @Test
    void aPreviewIsKeptAndChangesNothing() throws IOException {
        FakeAnsible ansible = ansible("changes Unit; sums 'ok\":3,\"changed\":1'");
        try (OneNode node = node(DRIFTED)) {
            List<String> lines = ansible.packages(node).preview(node.act("preview", 1), GOAL);
            assertThat(lines)
                    .contains(
                            "libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9", "Ansible would change: Unit", "    + b");
            assertThat(ansible.evidence).isEqualTo(lines);
            assertThat(ansible.calls())
                    .singleElement()
                    .satisfies(c -> assertThat(c).contains(" --check --diff "));
            assertThat(node.guarded()).isEmpty();
        }
    }

    @Test
    void aSecondPlayThatWouldChangeSomethingIsNoProof() throws IOException {
        FakeAnsible ansible =
                ansible("nth 1 && { " + FakeAnsible.OK + "; exit 0; }; changes Unit; sums 'ok\":3,\"changed\":1'");
        try (OneNode node = node()) {
            ansible.packages(node).prove(node.act("prove", 1), GOAL);
            assertThat(ansible.evidence).containsExactly("ansible-playbook --check --diff: changed=0");
            assertFails(
                    FailureType.VERDICT,
                    "Ansible would change: Unit",
                    () -> ansible.packages(node).prove(node.act("prove", 2), GOAL));
        }
    }
}
