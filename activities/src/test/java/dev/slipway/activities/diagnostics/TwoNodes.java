package dev.slipway.activities.diagnostics;

import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.NodeReservation;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.ssh.SimulatedSsh;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A node and its partner behind SSH, for a test over both. */
final class TwoNodes implements AutoCloseable {
    private static final NodeRef NODE = new NodeRef("lab", "gpu-001");
    static final NodeRef PARTNER = new NodeRef("lab", "gpu-002");
    static final String LOAN = "run-of-the-loan";
    static final String BOOT = "boot-when-lent";

    NodePlan plan = NodePlan.clean(NODE.name(), 7);
    NodePlan idle = NodePlan.clean(PARTNER.name(), 8);
    String mark = LOAN;
    boolean required;
    Baseline.PairGate pair = Baseline.PairGate.normal(400);
    /** What the partner says of its boot, each time that it is asked; the last one stands. */
    final Deque<Reading<String>> boots = new ArrayDeque<>(List.of(Reading.of(BOOT)));

    Supplier<Reading<List<Holder>>> computing = () -> Reading.of(List.of());
    private final Path folder;
    private List<SimulatedNode> nodes = List.of();
    private Optional<SimulatedSsh> server = Optional.empty();
    private Optional<SshNodes> ssh = Optional.empty();

    /** {@code folder}: for the keys of their SSH server. */
    TwoNodes(Path folder) {
        this.folder = folder;
    }

    @Override
    public void close() {
        ssh.ifPresent(SshNodes::close);
        server.ifPresent(SimulatedSsh::close);
        nodes.forEach(SimulatedNode::close);
    }

    private Baseline baseline(BaselineRef ref) {
        Baseline.GateProfile gates = new Baseline.GateProfile(
                400,
                List.of(),
                List.of(),
                3,
                required,
                Baseline.PcieFloors.NONE,
                Optional.empty(),
                TestTimeouts.NORMAL,
                pair,
                List.of());
        return OneNode.baseline(ref, Family.UBUNTU, gates);
    }

    SshDiagnostics diagnostics() {
        nodes = List.of(new SimulatedNode(plan.factor(1000)), new SimulatedNode(idle.factor(1000)));
        SimulatedSsh started = SimulatedSsh.start(folder, nodes);
        server = Optional.of(started);
        SshNodes reach = new SshNodes(
                this::target, OneNode.CLOCK, new SshNodes.Options(Duration.ofSeconds(10), 10, Duration.ofMinutes(1)));
        ssh = Optional.of(reach);
        Guard guard = new Guard(act -> new Lent(), act -> partner(), act -> computing.get(), f -> Optional.empty());
        return new SshDiagnostics(
                OneNode.tools(reach, OneNode.CLOCK),
                this::baseline,
                this::target,
                new SshDiagnostics.Surroundings(NodeReservation.CORDONS, fleet -> Optional.empty(), guard),
                event -> {});
    }

    private Reading<AnsweringMachine> partner() {
        Identity machine = new Identity("machine", "uuid", Optional.empty());
        Reading<String> now = boots.size() == 1 ? boots.element() : boots.remove();
        return now.map(boot -> new AnsweringMachine(machine, boot, ""));
    }

    /** The partner, under whose cordon it stands now. */
    private final class Lent extends CordonedNode {
        @Override
        public SchedulingState standing(Act act) {
            Act owner = new Act(
                    act.node(),
                    act.fleet(),
                    mark,
                    act.workflowId(),
                    act.runbook(),
                    act.step(),
                    1,
                    act.machine(),
                    act.t0());
            return super.standing(owner);
        }
    }

    private SshTarget target(NodeRef ref) {
        SimulatedSsh started = server.orElseThrow();
        return new SshTarget(
                "127.0.0.1", started.port(ref.name()), "slipway", started.clientKey(), started.knownHosts());
    }

    static Act act() {
        return new Act(
                NODE,
                "lab",
                "token-1",
                NODE.workflowId(),
                "image-drift",
                new Step("nccl-pair", "Pair", NodeState.VERIFYING),
                1,
                Optional.empty(),
                Instant.EPOCH);
    }

    List<String> started() {
        SimulatedNode node = nodes.getFirst();
        return node.clock()
                .call(() -> node.events().stream()
                        .filter(event -> event.kind() == NodeEvent.Kind.COMMAND)
                        .map(NodeEvent::detail)
                        .toList());
    }

    List<String> onGpus(int which) {
        SimulatedNode node = nodes.get(which);
        return node.clock()
                .call(() -> node.processes().stream().map(GpuProcess::command).toList());
    }

    GateResult pair() {
        return diagnostics().ncclPair(act(), OneNode.GOAL, PARTNER, LOAN, BOOT);
    }
}
