package dev.slipway.activities.ansible;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.packages.NodePackages;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.config.PlaybookVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A stand-in for ansible-playbook, a shell script: it counts its calls, then does what the test wrote, with words for what
 * the callback tells of the node gpu-001.
 */
final class FakeAnsible {
    static final String OK = "sums 'ok\":3,\"changed\":0'";

    private static final String WORDS = """
            #!/bin/sh
            echo "$*" >>calls
            event() { printf '{"_event":"%s",%s}\\n' "$1" "$2" >>"$SLIPWAY_EVENTS"; }
            task() { event v2_playbook_on_task_start '"task":{"name":"'"$1"'"}'; }
            result() { event "v2_runner_on_$1" '"hosts":{"gpu-001":{'"$3"'}},"task":{"name":"'"$2"'"}'; }
            changes() { task "$1"; result ok "$1" '"changed":true,"diff":{"before":"a\\n","after":"b\\n"}'; }
            sums() { event v2_playbook_on_stats '"stats":{"gpu-001":{"'"$1"'}}'; }
            nth() { [ "$(grep -c . calls)" = "$1" ]; }
            task 'Packages'
            """;

    private final Path folder;
    final List<String> evidence = new CopyOnWriteArrayList<>();

    FakeAnsible(Path folder, String script) throws IOException {
        this.folder = folder;
        write(WORDS + script);
        Files.writeString(folder.resolve("site.yml"), "- hosts: slipway_nodes\n");
    }

    private void write(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("ansible-playbook"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What it does instead, from before the first event on. */
    FakeAnsible bare(String script) throws IOException {
        write("#!/bin/sh\n" + script);
        return this;
    }

    AnsiblePackages packages(OneNode node) {
        return packages(node, OneNode.CLOCK, folder.resolve("ansible-playbook").toString());
    }

    AnsiblePackages packages(OneNode node, ActivityClock clock, String command) {
        NodePackages direct = new NodePackages(node.tools(), OneNode::baseline, node::guard, (act, lines) -> {});
        Playbook playbook = new Playbook(
                folder.resolve("site.yml"),
                command,
                folder.resolve("runs"),
                Duration.ofMinutes(1),
                new PlaybookVariables(Map.of()));
        return new AnsiblePackages(
                direct,
                OneNode::baseline,
                new AnsiblePackages.Site(playbook, node::target),
                new AnsiblePackages.Safety(node::guard, (act, lines) -> evidence.addAll(lines)),
                clock);
    }

    /** The arguments of each call. */
    List<String> calls() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : new ArrayList<>();
    }

    Path run(String directory) {
        return folder.resolve("runs/token-1").resolve(directory);
    }
}
