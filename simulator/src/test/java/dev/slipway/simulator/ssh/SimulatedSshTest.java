package dev.slipway.simulator.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.facts.ShellWords;
import dev.slipway.facts.probe.Probe;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedSshTest {
    private static final Instant T0 = Instant.EPOCH;

    @TempDir
    private Path folder;

    private Client.Reply exec(NodePlan plan, String line) throws IOException {
        try (SimulatedNode node = new SimulatedNode(plan);
                SimulatedSsh ssh = SimulatedSsh.start(folder, List.of(node));
                Client client = new Client(ssh, plan.name(), "slipway")) {
            return client.exec(line);
        }
    }

    @Test
    void answersTheProbe() throws IOException {
        Client.Reply reply = exec(NodePlan.clean("gpu-001", 7), Probe.command(T0));

        assertThat(reply.text())
                .contains("@@ smi-gpus 0 ", "@@ packages 0 ", "@@ kernel-log 0 ")
                .endsWith("@@ end 0 0\n");
    }

    @Test
    void leavesNothingUnknownToWhoReadsTheProbe() throws IOException {
        Client.Reply reply = exec(NodePlan.clean("gpu-001", 7), Probe.command(T0));

        NodeFacts facts = ProbeAnswer.of(reply.out()).facts(new NodeRef("demo", "gpu-001"), Instant.EPOCH);

        assertThat(facts.errors()).isEmpty();
        assertThat(facts.hardware().gpus().or(List.of())).hasSize(8);
        assertThat(facts.hardware().gpusOnBus().or(0)).isEqualTo(8);
        assertThat(facts.hardware().holders().or(List.of()))
                .extracting(Holder::command)
                .containsOnly("nvidia-persiste", "nv-hostengine");
        assertThat(facts.version(Field.DRIVER_VERSION).or("")).isEqualTo("570.133.20");
        assertThat(facts.version(Field.NCCL).or("")).isEqualTo("2.27.3");
        assertThat(facts.version(Field.DCGM).or("")).isEqualTo("4.4.1");
    }

    @Test
    void keepsThePortOfANodeThatIsDown() {
        try (SimulatedNode node = new SimulatedNode(NodePlan.clean("gpu-001", 7));
                SimulatedNode next = new SimulatedNode(NodePlan.clean("gpu-002", 7));
                SimulatedSsh ssh = SimulatedSsh.start(folder.resolve("one"), List.of(node))) {
            node.clock().run(() -> node.power().reboot());
            try (SimulatedSsh other = SimulatedSsh.start(folder.resolve("two"), List.of(next))) {
                assertThat(other.port("gpu-002")).isNotEqualTo(ssh.port("gpu-001"));
            }
        }
    }

    @Test
    void refusesConnectionsToANodeThatIsCutOffUntilItIsConnectedAgain() throws IOException {
        NodePlan plan = NodePlan.clean("gpu-001", 7);
        try (SimulatedNode node = new SimulatedNode(plan);
                SimulatedSsh ssh = SimulatedSsh.start(folder, List.of(node))) {
            ssh.cutOff("gpu-001");
            assertThatThrownBy(() -> new Client(ssh, "gpu-001", "slipway")).isInstanceOf(IOException.class);

            ssh.reconnect(node);
            ssh.reconnect(node);
            try (Client client = new Client(ssh, "gpu-001", "slipway")) {
                assertThat(client.exec("uname -r").text()).isNotBlank();
            }
        }
    }

    @Test
    void refusesAKeyThatItDoesNotKnow() throws IOException {
        try (SimulatedNode node = new SimulatedNode(NodePlan.clean("gpu-001", 7));
                SimulatedSsh ssh = SimulatedSsh.start(folder.resolve("one"), List.of(node));
                SimulatedSsh other = SimulatedSsh.start(folder.resolve("two"), List.of())) {
            java.nio.file.Files.copy(
                    other.clientKey(), ssh.clientKey(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> new Client(ssh, "gpu-001", "slipway")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void tellsWhichCommandItDoesNotKnow() throws IOException {
        Client.Reply reply = exec(NodePlan.clean("gpu-001", 7), "reformat /");

        assertThat(reply.exit()).isEqualTo(127);
        assertThat(reply.text()).isEqualTo("sh: 1: reformat: not found\n");
    }

    @Test
    void breaksTheConnectionOfACallThatIsPlannedToDrop() throws IOException {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("slipway-start", 1, Moment.AFTER, new Fault.Drop()));
        try (SimulatedNode node = new SimulatedNode(plan);
                SimulatedSsh ssh = SimulatedSsh.start(folder, List.of(node))) {
            String start = start("apt-mark unhold libnccl2");
            try (Client first = new Client(ssh, "gpu-001", "slipway")) {
                assertThatThrownBy(() -> first.exec(start)).isInstanceOf(IOException.class);
            }
            try (Client second = new Client(ssh, "gpu-001", "slipway")) {
                assertThat(second.exec(start).text()).startsWith("state ");
                String poll = ShellWords.join("sh", "-c", "the script", "slipway-poll", "run-1", "install-1", "0");
                String state = second.exec(poll).text();
                while (state.startsWith("state running")) {
                    state = second.exec(poll).text();
                }
                assertThat(state).startsWith("state exited 0\n");
            }
            assertThat(node.clock().call(node.packages()::held)).doesNotContain("libnccl2");
        }
    }

    private static String start(String commands) {
        return "sudo -n " + ShellWords.join("sh", "-c", "the script", "slipway-start", "run-1", "install-1", commands);
    }

    @Test
    void refusesConnectionsWhileTheNodeIsDownAndHasAnotherBootIdAfterwards() throws Exception {
        SimulatedNode node = new SimulatedNode(NodePlan.clean("gpu-001", 7).factor(400));
        CountDownLatch down = new CountDownLatch(1);
        CountDownLatch up = new CountDownLatch(1);
        try (node;
                SimulatedSsh ssh = SimulatedSsh.start(folder, List.of(node))) {
            node.listen(new dev.slipway.simulator.node.NodeListener() {
                @Override
                public void down(SimulatedNode self) {
                    down.countDown();
                }

                @Override
                public void up(SimulatedNode self) {
                    up.countDown();
                }
            });
            String before = node.clock().call(() -> node.power().bootId());
            String reboot = "sudo -n " + ShellWords.join("sh", "-c", "the script", "slipway-reboot", before);
            try (Client client = new Client(ssh, "gpu-001", "slipway")) {
                assertThat(client.exec(reboot).text()).isEqualTo("rebooting\n");
                assertThat(down.await(20, TimeUnit.SECONDS)).isTrue();
                assertThatThrownBy(() -> new Client(ssh, "gpu-001", "slipway"))
                        .isInstanceOf(java.net.ConnectException.class);
            }
            assertThat(up.await(20, TimeUnit.SECONDS)).isTrue();
            try (Client client = new Client(ssh, "gpu-001", "slipway")) {
                assertThat(client.exec(reboot).text()).startsWith("left ").doesNotContain(before);
            }
        }
    }

    @Test
    void servesTwoHundredNodes() throws IOException {
        List<SimulatedNode> nodes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            nodes.add(new SimulatedNode(NodePlan.clean("gpu-" + i, i)));
        }
        try (SimulatedSsh ssh = SimulatedSsh.start(folder, nodes)) {
            for (SimulatedNode node : nodes.subList(180, 200)) {
                try (Client client = new Client(ssh, node.name(), "slipway")) {
                    assertThat(client.exec("hostname").text()).isEqualTo(node.name() + "\n");
                }
            }
        } finally {
            nodes.forEach(SimulatedNode::close);
        }
    }
}
