package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I1, I3: a partner that loses its power while it is lent. The test with it says nothing about the borrower, and the
 * partner stays out of service, with its reason.
 */
class PartnerCrashFleetTest {
    private static final String NODE = "gpu-001";

    @TempDir
    private Path folder = Path.of("");

    /** One fleet of so many nodes, in which each may be lent to the drifted one. */
    private ScenarioBench fleetOf(int nodes) {
        FleetPlan plan = FleetPlan.whole(31, nodes)
                .timeFactor(300)
                .changing(NODE, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        ScenarioBench.Setting setting = new ScenarioBench.Setting(
                Engine.start(folder, true, Map.of()),
                ScenarioBench.Setting.memory(),
                Optional.empty(),
                plan.timeFactor(),
                (site, fleet, imaging) -> write(site, fleet));
        return ScenarioBench.of(setting, folder, plan);
    }

    private static Config write(Path site, SimulatedFleet fleet) {
        new FleetConfigFiles(fleet).write(site);
        SimulatedSite.write(site.resolve("slipway.yaml"), """
                temporal: { target: 127.0.0.1:7233 }
                ledger: { file: ledger }
                evidence: { directory: evidence }
                starter: { address: 127.0.0.1:8080, tokenFile: token }
                """);
        Path policy = site.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml");
        SimulatedSite.change(policy, "{ count: 2, percent: 25% }", "{ count: 3, percent: 100% }");
        return Config.load(site);
    }

    /** The partner that is lent now. */
    private static SimulatedNode lent(ScenarioBench bench) {
        return bench.fleet.nodes().stream()
                .filter(node -> !node.name().equals(NODE) && bench.observer.cordoned(node.name()))
                .findFirst()
                .orElseThrow();
    }

    /** Amid the first two-node test, {@code what} happens to its partner. */
    private static void amidTheTest(ScenarioBench bench, Consumer<SimulatedNode> what) {
        bench.fleet.node(NODE).listen(new NodeListener() {
            private boolean done;

            @Override
            public void event(SimulatedNode node, NodeEvent event) {
                if (!done
                        && event.kind() == NodeEvent.Kind.COMMAND
                        && event.detail().contains("g9-1")) {
                    done = true;
                    SimulatedNode partner = lent(bench);
                    partner.clock().later("power", Duration.ZERO, () -> what.accept(partner));
                }
            }
        });
    }

    /** Judged when the partner's own run has ended. */
    private static void staysOut(ScenarioBench bench, String partner) {
        String end = bench.client()
                .newUntypedWorkflowStub(bench.ref(partner).workflowId())
                .getResult(String.class);
        assertThat(end).startsWith("held: ");
        assertThat(bench.violations(Map.of())).isEmpty();
        assertThat(bench.observer.cordoned(partner))
                .as(partner + " is cordoned")
                .isTrue();
        assertThat(bench.ledger.nodeRows().of(bench.ref(partner)).map(NodeNote::state))
                .contains(NodeState.HELD);
        assertThat(bench.ledger.held().of(bench.ref(partner)))
                .hasValueSatisfying(held -> assertThat(held.reason()).contains("leased to", NODE, "crashed"));
        assertThat(bench.ledger.cordons().of(bench.ref(partner))).isPresent();
    }

    /** Judged when the partner's own run has ended: nothing says of it that we have it out. */
    private static void isBack(ScenarioBench bench, String partner) {
        String end = bench.client()
                .newUntypedWorkflowStub(bench.ref(partner).workflowId())
                .getResult(String.class);
        assertThat(end).isEqualTo("returned");
        assertThat(bench.observer.cordoned(partner)).isFalse();
        assertThat(bench.ledger.cordons().of(bench.ref(partner))).isEmpty();
    }

    /** What the run on the drifted node says of its two-node test. */
    private static List<String> pairTest(ScenarioBench bench) {
        NodeOutcome end = bench.run(List.of(NODE), false).getFirst();
        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        return bench.open(NODE).view().journal().stream()
                .filter(line -> line.startsWith("G9 "))
                .toList();
    }

    private static void isNoVerdict(ScenarioBench bench, String how) {
        assertThat(pairTest(bench)).singleElement().asString().startsWith("G9 not run: " + how + " demo/gpu-002: ");
    }

    @Test
    void i1_aPartnerThatLosesItsPowerAmidTheTestIsNoPassAndStaysOut() {
        try (ScenarioBench bench = fleetOf(2)) {
            amidTheTest(bench, Disturbance::powerLost);

            isNoVerdict(bench, "no result of the test with");
            staysOut(bench, "gpu-002");
        }
    }

    @Test
    void i1_aPartnerThatLostItsPowerAfterItWasLentIsNotTestedWith() {
        try (ScenarioBench bench = fleetOf(2)) {
            bench.steps.before(NODE, "nccl-pair", () -> Disturbance.powerLost(lent(bench)));

            isNoVerdict(bench, "no test with");
            staysOut(bench, "gpu-002");
        }
    }

    @Test
    void i1_aPartnerThatIsUpAgainBeforeTheTestIsNotTestedWith() {
        try (ScenarioBench bench = fleetOf(2)) {
            bench.steps.before(NODE, "nccl-pair", () -> Disturbance.rebooted(lent(bench)));

            isNoVerdict(bench, "no test with");
            staysOut(bench, "gpu-002");
        }
    }

    @Test
    void i3_aPartnerThatLosesItsPowerBetweenTheTestAndItsReturnStaysOut() {
        try (ScenarioBench bench = fleetOf(2)) {
            bench.steps.before("gpu-002", "idle-again", () -> Disturbance.powerLost(bench.fleet.node("gpu-002")));

            assertThat(pairTest(bench)).singleElement().asString().startsWith("G9 pass: ");
            staysOut(bench, "gpu-002");
        }
    }

    @Test
    void i1_aTestWhosePartnerCrashedIsRepeatedWithAnother() {
        try (ScenarioBench bench = fleetOf(3)) {
            String[] first = {""};
            bench.steps.before(NODE, "nccl-pair", () -> {
                first[0] = lent(bench).name();
                Disturbance.powerLost(lent(bench));
            });

            List<String> tested = pairTest(bench);

            staysOut(bench, first[0]);
            String second = first[0].equals("gpu-002") ? "gpu-003" : "gpu-002";
            assertThat(tested)
                    .singleElement()
                    .asString()
                    .startsWith("G9 pass: ")
                    .endsWith("with " + second);
            isBack(bench, second);
        }
    }
}
