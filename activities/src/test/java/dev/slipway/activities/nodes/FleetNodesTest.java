package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.audit.LedgerBaselines;
import dev.slipway.activities.audit.LedgerGrants;
import dev.slipway.activities.audit.Mutations;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.gates.FleetGates;
import dev.slipway.activities.gates.LeaveOfService;
import dev.slipway.activities.gates.OfferedGpus;
import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.inventory.Locations;
import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.facts.view.FactSheet;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.Who;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Readmission;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SimulatedNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes and gates together on simulated nodes behind SSH and their simulated cluster. */
class FleetNodesTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");

    @TempDir
    static Path folder = Path.of("");

    private final TestClock clock = TestClock.running(1000);
    private final SimulatedFleet fleet = SimulatedFleet.start(
            FleetPlan.whole(7, 2).changing("gpu-001", node -> node.training(Duration.ofSeconds(30))),
            folder.resolve(String.valueOf(System.nanoTime())));
    private final Config config = ExampleConfig.in(folder.resolve("config"));
    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:nodes", "slipway", Optional.empty());
    private final SshNodes ssh = new SshNodes(
            node -> new SshTarget(
                    "127.0.0.1",
                    fleet.ssh().port(node.name()),
                    "slipway",
                    fleet.ssh().clientKey(),
                    fleet.ssh().knownHosts()),
            clock,
            SshNodes.Options.normal());
    private final ClusterConnections clusters = new ClusterConnections(Map.of(
            "c1",
            new io.fabric8.kubernetes.client.ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                    .withMasterUrl(fleet.kubernetes().url().toString())
                    .withOauthToken(fleet.kubernetes().token())
                    .build()));
    private final ProbedMachine machine = new ProbedMachine(new NodeFactsReader(ssh, clock)::run, clock);
    private final ProbedNode probed = new ProbedNode(
            new NodeFactsReader(ssh, clock)::run,
            new KnownMachines(config, ledger.facts()),
            act -> kubernetes(),
            new Locations(config)::of,
            clock);
    private final KubernetesNodes kubernetes = new KubernetesNodes(clusters, machine, clock);
    private final LedgerBaselines baselines = new LedgerBaselines(ledger, config, clock);
    private Optional<SmokeJob> smoke = Optional.empty();
    private Optional<String> heat = Optional.empty();
    private final FleetNodes nodes = new FleetNodes(
            act -> kubernetes,
            probed,
            new Readmittance(
                    act -> kubernetes,
                    new Readmittance.Proofs(
                            probed,
                            machine,
                            baselines,
                            new NodeJournal(new Mutations(ledger.audit()), ssh),
                            fleet -> false)),
            new SmokeGate(
                    act -> kubernetes,
                    (act, goal) -> smoke,
                    (act, lines) -> {},
                    f -> heat,
                    act -> Reading.unknown("not asked")),
            new NodeMemory(ledger, new LedgerGrants(ledger), clock));

    private KubernetesNodes kubernetes() {
        return kubernetes;
    }

    @AfterEach
    void end() {
        kubernetes.close();
        clusters.close();
        ssh.close();
        ledger.close();
        fleet.close();
    }

    private Act act(Optional<Identity> machine) {
        return new Act(
                NODE, "prod-a", "run-1", NODE.workflowId(), "image-drift", Step.DRAIN, 1, machine, clock.began());
    }

    private Act marked(LogPosition mark) {
        return act(Optional.empty()).expecting(false, "", Optional.of(mark));
    }

    private CordonRecord cordonedAndDrained(Act act) {
        CordonRecord found = nodes.cordon(act, false);
        assertThat(nodes.drain(act, DrainPolicy.waiting(Duration.ofMinutes(1))).proof())
                .contains("no process on a GPU");
        return found;
    }

    @Test
    void i19_noSmokeJobBeginsWhileTheFleetIsFrozenForHeat() {
        heat = Optional.of("coolant alarm");
        Act act = act(Optional.empty());
        assertThat(nodes.smoke(act, new BaselineRef("pinned", "1")).verdict())
                .as("none is wanted, so none is waited for")
                .isEqualTo(Verdict.NOT_RUN);

        smoke = Optional.of(new SmokeJob("image", List.of("true"), "slipway", Duration.ofMinutes(1), 8));

        assertThat(Refusal.of(FailureType.SUSPENDED, () -> nodes.smoke(act, new BaselineRef("pinned", "1"))))
                .isEqualTo("coolant alarm");
    }

    @Test
    void releasesANodeThatNothingWasDoneTo() {
        FactsRef before = nodes.facts(act(Optional.empty()));
        Act act = act(Optional.of(before.identity()));
        CordonRecord found = cordonedAndDrained(act);
        new Guard(a -> kubernetes, machine, machine, f -> Optional.empty()).beforeMutation(act);
        List.of("Nodes.Cordon", "Evidence.Capture", "Nodes.Drain", "Nodes.Readmit")
                .forEach(verb -> begun(act, verb));

        nodes.readmit(act, Readmission.asFound(found, before, true));

        assertThat(kubernetes.standing(act).schedulable()).isTrue();
        assertThat(before.identity().nodeUid()).isPresent();
    }

    @Test
    void i24_findsAnotherGpuInANodeThatWasWrittenAnew() {
        Act act = act(Optional.empty());
        FactsRef before = nodes.facts(act);
        assertThat(nodes.factsAnew(act, before).hash()).isEqualTo(before.hash());

        fleet.node(NODE.name()).become(new Condition.GpuSwapped(3));

        assertThat(Refusal.of(FailureType.MACHINE_MISMATCH, () -> nodes.factsAnew(act, before)))
                .contains("has other GPUs than before", serial(3) + " answers now");
    }

    @Test
    void i24_aGpuThatWasSilentJustThenIsKnownFromEarlierFactsOfTheMachine() {
        Act act = act(Optional.empty());
        nodes.facts(act);
        fleet.node(NODE.name()).become(new Condition.GpuLost(3));

        FactsRef silent = nodes.facts(act);

        assertThat(ledger.facts()
                        .byId(silent.id())
                        .orElseThrow()
                        .hardware()
                        .gpus()
                        .map(List::size)
                        .value())
                .contains(7);
        assertThat(new GpuBoards(ledger.facts()).known(silent.id())).hasSize(8).contains(serial(3));
    }

    private String serial(int slot) {
        SimulatedNode node = fleet.node(NODE.name());
        return node.clock().call(() -> node.machine().slots().get(slot).serial());
    }

    /** Writes what the audit shows of a run whose worker died in this call. */
    private void begun(Act act, String verb) {
        Who who = new Who("run " + act.token(), act.runbook());
        ledger.audit().add(new AuditTrail.Entry(verb, act.t0(), who, verb, NODE.toString(), "begun"));
    }

    private String refusedAsUntouchedAfter(Consumer<Act> work) {
        FactsRef before = nodes.facts(act(Optional.empty()));
        Act act = act(Optional.of(before.identity()));
        Readmission asFound = Readmission.asFound(cordonedAndDrained(act), before, true);
        work.accept(act);
        String said = Refusal.of(FailureType.GATE_CLOSED, () -> nodes.readmit(act, asFound));
        assertThat(kubernetes.standing(act).schedulable()).isFalse();
        return said;
    }

    @Test
    void i1_neverReleasesAsUntouchedWhereDetachedWorkLeftItsTrace() {
        assertThat(refusedAsUntouchedAfter(act ->
                        new DetachedRun(ssh, clock).run(DetachedRun.RunDirectory.of(act), List.of(List.of("true")))))
                .contains("drain-1");
    }

    @Test
    void i1_neverReleasesAsUntouchedWhereAChangeWasBegunThatLeavesNoTrace() {
        assertThat(refusedAsUntouchedAfter(act -> begun(act, "Modules.Start")))
                .endsWith("the node was touched: Modules.Start");
    }

    @Test
    void keepsWithTheFactsWhereTheFleetPutsTheNodeAndWhatItsSchedulerSays() {
        nodes.cordon(act(Optional.empty()), false);

        FactsRef read = nodes.facts(act(Optional.empty()));

        NodeFacts kept = ledger.facts().byId(read.id()).orElseThrow();
        NodeDetails.Outside outside = kept.details().outside();
        NodeDetails.Scheduling said = outside.scheduling().value().orElseThrow();
        assertThat(said.scheduler()).isEqualTo("Kubernetes");
        assertThat(said.schedulable()).isFalse();
        assertThat(said.taints()).contains("node.kubernetes.io/unschedulable:NoSchedule");
        assertThat(said.annotations()).containsEntry("slipway.dev/owner", "run-1");
        assertThat(outside.place().map(NodeDetails.Location::fleet).value()).contains("prod-a");
        assertThat(FactSheet.of(kept).unknown()).as("of a whole node").isEmpty();
    }

    @Test
    void i3_holdsANodeWithItsReasonOnTheNodeAndOnTheListOfHeldNodes() {
        Act act = act(Optional.empty());
        CordonRecord found = nodes.cordon(act, false);

        nodes.hold(act, "gates failed on both baselines");

        assertThat(found.foreign()).isFalse();
        assertThat(kubernetes.standing(act).held()).contains("gates failed on both baselines");
        assertThat(ledger.held().of(NODE).orElseThrow().reason()).contains("gates failed");
    }

    @Test
    void passesTheGatesOfAWholeNode() {
        FactsRef facts = nodes.facts(marked(LogPosition.beginOf("another boot")));
        FleetGates gates = new FleetGates(
                new LeaveOfService(
                        config,
                        baselines,
                        name -> List.of(),
                        new LeaveOfService.Stops(f -> Optional.empty(), clock, f -> Optional.empty())),
                act -> OutOfBand.nothing(),
                new FleetGates.Proof(a -> kubernetes, probed, ledger, baselines),
                new OfferedGpus(clock));

        List<GateResult> results = gates.verify(
                act(Optional.of(facts.identity())),
                facts,
                config.ref("hgx-h100-r570-133").orElseThrow(),
                facts);

        assertThat(results)
                .filteredOn(gate -> !gate.gate().equals("G11"))
                .allSatisfy(
                        gate -> assertThat(gate.verdict()).as(gate.toString()).isEqualTo(Verdict.PASS));
        assertThat(results.getLast().verdict()).as("settings were read").isNotEqualTo(Verdict.INFRASTRUCTURE);
        assertThat(gates.sinceReadmission(marked(facts.log().orElseThrow().end())))
                .isEmpty();
        assertThat(gates.sinceReadmission(act(Optional.empty())))
                .as("without a place in the log nobody can say")
                .hasSize(1);
    }
}
