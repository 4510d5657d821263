package dev.slipway.activities.ansible;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.PlaybookVariables;
import dev.slipway.model.Baseline;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetPlayTest {
    private static final String EVENTS = """
            cat >>"$SLIPWAY_EVENTS" <<'END'
            {"_event":"v2_playbook_on_task_start","task":{"name":"T"}}
            {"_event":"v2_runner_on_ok","hosts":{"n1":{"changed":false}},"task":{"name":"T"}}
            {"_event":"v2_runner_on_ok","hosts":{"n2":{"changed":true}},"task":{"name":"T"}}
            {"_event":"v2_runner_on_failed","hosts":{"n3":{"msg":"broken"}},"task":{"name":"T"}}
            {"_event":"v2_runner_on_unreachable","hosts":{"n4":{"msg":"refused"}},"task":{"name":"T"}}
            {"_event":"v2_playbook_on_stats","stats":{"n1":{"ok":1},"n2":{"ok":1,"changed":1},"n3":{"failures":1},"n4":{"unreachable":1}}}
            END
            exit 4
            """;

    @TempDir
    private Path folder = Path.of("");

    private Map<String, AnsibleComparison.Opinion> ask(FakeAnsible ansible, String command) throws IOException {
        Playbook playbook = new Playbook(
                folder.resolve("site.yml"),
                command,
                folder.resolve("runs"),
                Duration.ofMinutes(1),
                new PlaybookVariables(Map.of()));
        SshTarget any = new SshTarget("127.0.0.1", 1, "nobody", folder.resolve("key"), folder.resolve("hosts"));
        FleetPlay play = new FleetPlay(
                new AnsiblePackages.Site(playbook, node -> any), fleet -> fleet.equals("lab"), OneNode.CLOCK);
        Map<NodeRef, Baseline> members = new TreeMap<>(java.util.Comparator.comparing(NodeRef::name));
        for (int i = 1; i <= 5; i++) {
            members.put(new NodeRef("lab", "n" + i), OneNode.baseline(OneNode.GOAL));
        }
        assertThat(play.ask("drift/other-1", "other", members)).isEmpty();
        Map<String, AnsibleComparison.Opinion> opinions = new TreeMap<>();
        play.ask("drift/lab-1", "lab", members).forEach((node, opinion) -> opinions.put(node.name(), opinion));
        play.ask("drift/lab-1", "lab", members);
        assertThat(ansible.calls()).hasSizeLessThanOrEqualTo(1);
        return opinions;
    }

    @Test
    void onePlayForAllSaysOfEachNodeWhetherItDiffers() throws IOException {
        FakeAnsible ansible = new FakeAnsible(folder, "").bare("echo \"$*\" >>calls\n" + EVENTS);

        Map<String, AnsibleComparison.Opinion> opinions =
                ask(ansible, folder.resolve("ansible-playbook").toString());

        assertThat(opinions.get("n1"))
                .isEqualTo(new AnsibleComparison.Opinion(AnsibleComparison.Kind.SAME, "Ansible would change nothing"));
        assertThat(opinions.get("n2"))
                .isEqualTo(new AnsibleComparison.Opinion(AnsibleComparison.Kind.DIFFERS, "Ansible would change: T"));
        assertThat(opinions)
                .extractingByKeys("n3", "n4", "n5")
                .allSatisfy(opinion -> assertThat(opinion.kind()).isEqualTo(AnsibleComparison.Kind.UNKNOWN));
        assertThat(opinions)
                .hasEntrySatisfying(
                        "n4", opinion -> assertThat(opinion.words()).contains("could not reach n4", "refused"));
        assertThat(ansible.calls().getFirst()).contains("--check --diff").doesNotContain("--limit");
        assertThat(Files.readString(folder.resolve("runs/drift/drift_lab-1-pinned/inventory.json")))
                .contains("\"n5\"");
    }

    @Test
    void withoutAnsibleNobodyKnows() throws IOException {
        Map<String, AnsibleComparison.Opinion> opinions = ask(new FakeAnsible(folder, ""), "no-such-program");

        assertThat(opinions).hasSize(5).allSatisfy((node, opinion) -> {
            assertThat(opinion.kind()).isEqualTo(AnsibleComparison.Kind.UNKNOWN);
            assertThat(opinion.words()).contains("install ansible-core");
        });
    }
}
