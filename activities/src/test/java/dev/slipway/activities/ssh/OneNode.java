package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Field;
import dev.slipway.model.Step;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.ssh.SimulatedSsh;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One simulated node behind SSH and everything that an adapter needs to work on it. Its time runs a thousandfold. */
public final class OneNode implements AutoCloseable {
    public static final BaselineRef GOAL = new BaselineRef("pinned", "1111111");
    public static final BaselineRef PREVIOUS = new BaselineRef("previous", "2222222");

    /** The node of {@link #hasSilentOther}. */
    public static final NodeRef SILENT = new NodeRef("lab", "gpu-002");

    private static final int FACTOR = 1000;
    /** Pauses as fast as the nodes' time runs. */
    public static final TestClock CLOCK = TestClock.running(FACTOR);

    private final SimulatedNode node;
    private final SimulatedSsh server;
    private final SshNodes ssh;
    private final NodeTools tools;
    private final List<Act> guarded = new CopyOnWriteArrayList<>();
    private final List<NodeRef> silentOthers = new CopyOnWriteArrayList<>();

    public OneNode(Path folder, NodePlan plan) {
        this.node = new SimulatedNode(plan.factor(FACTOR));
        this.server = SimulatedSsh.start(folder, List.of(node));
        this.ssh = new SshNodes(
                new Directory(), CLOCK, new SshNodes.Options(Duration.ofSeconds(10), 10, Duration.ofMinutes(1)));
        this.tools = tools(CLOCK);
    }

    /** A node of {@code family} with the pinned software, and what else is said of it. */
    public static OneNode pinned(Path folder, Family family, Condition... conditions) {
        return new OneNode(
                folder,
                NodePlan.clean("gpu-001", 7)
                        .with(new Condition.Runs(SoftwareSet.pinned().on(family)))
                        .with(conditions));
    }

    private final class Directory implements SshDirectory {
        @Override
        public SshTarget target(NodeRef ref) {
            SshTarget own = OneNode.this.target(ref);
            return silentOthers.contains(ref)
                    ? new SshTarget("127.0.0.1", 1, own.user(), own.keyFile(), own.knownHosts())
                    : own;
        }

        @Override
        public List<NodeRef> others(NodeRef ref) {
            return List.copyOf(silentOthers);
        }
    }

    /** The node's site has one more node, on whose port nobody answers. */
    public void hasSilentOther() {
        silentOthers.add(SILENT);
    }

    public SshTarget target(NodeRef ref) {
        return new SshTarget("127.0.0.1", server.port(node.name()), "slipway", server.clientKey(), server.knownHosts());
    }

    public SimulatedNode node() {
        return node;
    }

    /** Reboots the node and waits until it is back. */
    public void reboot() throws InterruptedException {
        CountDownLatch up = new CountDownLatch(1);
        node.listen(new NodeListener() {
            @Override
            public void up(SimulatedNode booted) {
                up.countDown();
            }
        });
        node.clock().run(() -> node.power().reboot());
        if (!up.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException(node.name() + " did not come back");
        }
    }

    /** What {@code question} says of the node, asked while nothing else happens on it. */
    public <T> T see(Supplier<T> question) {
        return node.clock().call(question);
    }

    public NodeTools tools() {
        return tools;
    }

    /** The same for who waits by another clock. */
    public NodeTools tools(ActivityClock clock) {
        return tools(ssh, clock);
    }

    public static NodeTools tools(SshNodes ssh, ActivityClock clock) {
        return new NodeTools(ssh, new NodeFactsReader(ssh, clock), new DetachedRun(ssh, clock), clock);
    }

    /** The acts before which the guard was asked. */
    public List<Act> guarded() {
        return guarded;
    }

    public void guard(Act act) {
        guarded.add(act);
    }

    public List<String> events(NodeEvent.Kind kind) {
        return see(() -> node.events().stream()
                .filter(e -> e.kind() == kind)
                .map(NodeEvent::detail)
                .toList());
    }

    /** What the kernel has logged after that place. */
    public List<String> logged(Optional<LogPosition> mark) {
        String place = mark.orElseThrow().place();
        long number = Long.parseLong(place.replaceAll(".*;i=([0-9a-f]+);.*", "$1"), 16);
        return see(
                () -> node.log().after(number).stream().map(line -> line.text()).toList());
    }

    public Act act(String step, int attempt) {
        return act(step, attempt, Optional.empty());
    }

    /** An act on the machine that the run was bound to. */
    public Act act(String step, int attempt, Optional<Identity> machine) {
        return new Act(
                new NodeRef("lab", node.name()),
                "lab",
                "token-1",
                "node/lab/" + node.name(),
                "image-drift",
                new Step(step, step, NodeState.MUTATING),
                attempt,
                machine,
                Instant.EPOCH);
    }

    public static Baseline baseline(BaselineRef ref) {
        return baseline(ref, Family.UBUNTU);
    }

    /** The same baseline for nodes of one family. */
    public static Baseline baseline(BaselineRef ref, Family family) {
        Baseline.GateProfile gates = new Baseline.GateProfile(
                400,
                List.of(),
                List.of("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm"),
                3,
                false,
                new Baseline.PcieFloors(50, 50),
                Optional.of(ref.equals(GOAL) ? "4" : "3.3"),
                TestTimeouts.NORMAL);
        return baseline(ref, family, gates);
    }

    /** The same with other gates. */
    public static Baseline baseline(BaselineRef ref, Family family, Baseline.GateProfile gates) {
        SoftwareSet set = (ref.equals(GOAL) ? SoftwareSet.pinned() : SoftwareSet.previous()).on(family);
        return new Baseline(
                ref.id(),
                Optional.empty(),
                new Baseline.Provenance("0000000", "platform", "2026-01-01"),
                new Baseline.Profile("HGX-H100-8", 8, "NVIDIA H100 80GB HBM3", "local", 18, false),
                Map.of(Field.DRIVER_VERSION, set.driver(), Field.PEERMEM, "nvidia_peermem"),
                set.packages(),
                List.copyOf(set.packages().keySet()),
                Optional.of(new RuntimeSettings("Enabled", "Default", "700", "1593,1980", "Enabled", "Disabled")),
                gates,
                List.of());
    }

    @Override
    public void close() {
        ssh.close();
        server.close();
        node.close();
    }
}
