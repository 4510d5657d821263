package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.guard.Guard;
import dev.slipway.activities.guard.Standing;
import dev.slipway.activities.guard.Waiting;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Holder;
import dev.slipway.model.NodeRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Reading;
import dev.slipway.model.Step;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.Verdict;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.ssh.SimulatedSsh;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A test over two nodes touches the other one only while it is lent and idle, and leaves no rank on it. */
@Timeout(120)
class TwoNodesTest implements Waiting {
    private static final NodeRef NODE = new NodeRef("lab", "gpu-001");
    private static final NodeRef PARTNER = new NodeRef("lab", "gpu-002");
    private static final String LOAN = "run-of-the-loan";

    @TempDir
    private Path folder = Path.of("");

    private NodePlan plan = NodePlan.clean(NODE.name(), 7);
    private NodePlan idle = NodePlan.clean(PARTNER.name(), 8);
    private String mark = LOAN;
    private boolean required;
    private Baseline.PairGate pair = Baseline.PairGate.normal(400);
    private Supplier<Reading<List<Holder>>> computing = () -> Reading.of(List.of());
    private List<SimulatedNode> nodes = List.of();
    private Optional<SimulatedSsh> server = Optional.empty();
    private Optional<SshNodes> ssh = Optional.empty();

    @AfterEach
    void close() {
        ssh.ifPresent(SshNodes::close);
        server.ifPresent(SimulatedSsh::close);
        nodes.forEach(SimulatedNode::close);
    }

    @Override
    public Instant since() {
        return Instant.EPOCH;
    }

    @Override
    public void works() {}

    @Override
    public void waits(Act act, String why) {}

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
                pair);
        return OneNode.baseline(ref, Family.UBUNTU, gates);
    }

    private SshDiagnostics diagnostics() {
        nodes = List.of(new SimulatedNode(plan.factor(1000)), new SimulatedNode(idle.factor(1000)));
        SimulatedSsh started = SimulatedSsh.start(folder, nodes);
        server = Optional.of(started);
        SshNodes reach = new SshNodes(
                this::target, OneNode.PULSE, new SshNodes.Options(Duration.ofSeconds(10), 10, Duration.ofMinutes(1)));
        ssh = Optional.of(reach);
        Guard guard = new Guard(
                act -> new Lent(), act -> Reading.unknown("not asked"), act -> computing.get(), f -> Optional.empty());
        return new SshDiagnostics(
                new NodeTools(
                        reach,
                        new NodeFactsReader(reach, InstantSource.system()),
                        new DetachedRun(reach, OneNode.PULSE, OneNode.FAST)),
                this::baseline,
                this::target,
                new SshDiagnostics.Surroundings(
                        OneNode.PULSE,
                        OneNode.FAST,
                        SetApart.CORDONS,
                        new HeatWait(fleet -> Optional.empty(), this, InstantSource.system()),
                        guard),
                event -> {});
    }

    /** The partner, under whose cordon it stands now. */
    private final class Lent extends CordonedNode {
        @Override
        public Standing standing(Act act) {
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

    private static Act act() {
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

    private List<String> started() {
        SimulatedNode node = nodes.getFirst();
        return node.clock()
                .call(() -> node.events().stream()
                        .filter(event -> event.kind() == NodeEvent.Kind.COMMAND)
                        .map(NodeEvent::detail)
                        .toList());
    }

    private List<String> onGpus(int which) {
        SimulatedNode node = nodes.get(which);
        return node.clock()
                .call(() -> node.processes().stream().map(GpuProcess::command).toList());
    }

    private GateResult pair() {
        return diagnostics().ncclPair(act(), OneNode.GOAL, PARTNER, LOAN);
    }

    @Test
    void aPairIsTestedWhileThePartnerIsLentAndIdle() {
        assertThat(pair().verdict()).isEqualTo(Verdict.PASS);
        assertThat(started()).hasSize(1);
    }

    @Test
    void aPairTestThatCannotRunIsNotRunWhereTheBaselineDoesNotRequireIt() {
        plan = plan.with(new Condition.ProgramMissing("mpirun"));

        GateResult result = pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("mpirun", "not found");
        assertThat(result.bootId()).isNotEmpty();
        assertThat(started()).as("tries").hasSize(1);
    }

    @Test
    void i1_aPairTestThatCannotRunHoldsWhereTheBaselineRequiresIt() {
        required = true;
        plan = plan.with(new Condition.ProgramMissing("mpirun"));

        assertThat(pair().verdict()).isEqualTo(Verdict.INFRASTRUCTURE);
    }

    @Test
    void theFloorAndTheTransportOfAPairAreTheBaselines() {
        pair = new Baseline.PairGate(450, Baseline.PairGate.RDMA);
        GateResult slow = pair();
        assertThat(slow.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(slow.detail()).contains("is below 450.00 GB/s");
        close();

        pair = new Baseline.PairGate(300, "NET/Socket");
        GateResult other = pair();
        assertThat(other.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(other.detail()).contains("NCCL went over NET/IB/GDRDMA, wanted NET/Socket");
    }

    @Test
    void anMpirunThatIsNotOpenMpiIsNotRunWhereTheBaselineDoesNotRequireIt() {
        plan = plan.with(new Condition.OtherMpi());

        GateResult result = pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("mpirun is not Open MPI");
    }

    @Test
    void i2_aPartnerUnderAnotherMarkIsNotTestedWith() {
        mark = "another run";

        GateResult result = pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("gpu-002", "another run");
        assertThat(started()).isEmpty();
    }

    @Test
    void i6_aPartnerThatComputesForSomebodyElseIsNotTestedWith() {
        computing = () -> Reading.of(List.of(new Holder(4711, "python", "GPU 3")));

        GateResult result = pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.detail()).contains("python");
        assertThat(started()).isEmpty();
    }

    @Test
    void aPartnerThatDoesNotSayWhoComputesThereIsNotTestedWith() {
        computing = () -> Reading.unknown("no answer in time");

        assertThat(pair().verdict()).isEqualTo(Verdict.NOT_RUN);
        assertThat(started()).isEmpty();
    }

    @Test
    void i2_aPartnerThatWentBackBetweenTwoTriesIsNotTestedWithAgain() {
        plan = plan.failing(new Faults.Rule("mpirun", 1, Moment.BEFORE, new Fault.Exit(1, "ORTE was unable to start")));
        computing = () -> {
            // Asked while the mark is still there; it is taken off right after.
            mark = "nobody";
            return Reading.of(List.of());
        };

        GateResult result = pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(started()).hasSize(1);
    }

    @Test
    void ranksThatAFailedTestLeftOnThePartnerAreEnded() {
        plan = plan.with(new Condition.BusBandwidth(100));
        idle = idle.with(new Condition.ForeignProcess(4711, "all_reduce_perf", 3));

        GateResult result = pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.FAIL);
        assertThat(onGpus(1)).isEmpty();
    }

    @Test
    void aTestThatIsGivenUpIsEndedOnBothNodes() {
        plan = plan.with(new Condition.ForeignProcess(4711, "all_reduce_perf", 3));
        idle = idle.with(new Condition.ForeignProcess(4712, "all_reduce_perf", 3));
        SshDiagnostics diagnostics = diagnostics();

        diagnostics.endPair(act(), PARTNER);

        assertThat(onGpus(0)).isEmpty();
        assertThat(onGpus(1)).isEmpty();
    }
}
