package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Baseline;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.query.FactsQuery;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.TriageResult;
import dev.slipway.rules.triage.TriageTable;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the router asks for beside the node's own state comes out of what a worker reads, and out of the ledger. */
class RouterSourcesTest {
    private static final String NODE = "gpu-001";

    @TempDir
    Path folder;

    private static NodeFacts read(ScenarioBench bench, int time) {
        FactsRef ref = bench.workflow(FactsQuery.class, "facts/" + time).read(bench.ref(NODE), NODE, Optional.empty());
        return bench.ledger.facts().byId(ref.id()).orElseThrow();
    }

    private static TriageResult routed(ScenarioBench bench, NodeFacts facts) {
        Baseline goal =
                bench.ledger.baselines().of(bench.trigger(NODE, false).goal()).orElseThrow();
        return TriageTable.route(
                RoutingInput.of(facts, goal).with(bench.ledger.facts().gpusPast(facts)));
    }

    /** A program of a job fails on one GPU; where {@code gone}, its process has ended before its error is read. */
    private static void fails(ScenarioBench bench, long pid, String job, boolean gone) {
        SimulatedNode node = bench.fleet.node(NODE);
        if (gone) {
            node.clock().run(() -> node.addProcess(new GpuProcess(pid, "/usr/bin/python3", 2, job)));
            read(bench, (int) pid);
            node.clock().run(() -> {
                node.become(new Condition.Xid(31, 2));
                node.endProcesses(job);
            });
        } else {
            node.clock().run(() -> {
                node.addProcess(new GpuProcess(pid, "/usr/bin/python3", 2, job));
                node.become(new Condition.Xid(31, 2));
            });
        }
    }

    @Test
    void threeJobsThatFailedOnOneGpuAskForATestOfItAlsoWhereTheirProcessesAreGone() {
        try (ScenarioBench bench = ScenarioBench.start(folder, FleetPlan.whole(31, 1))) {
            fails(bench, 4101, "job-11", true);
            NodeFacts first = read(bench, 1);
            assertThat(routed(bench, first).row()).isEqualTo("R0");
            fails(bench, 4102, "job-12", true);
            fails(bench, 4103, "job-12", true);
            assertThat(routed(bench, read(bench, 2)).row()).as("two jobs").isEqualTo("R0");

            fails(bench, 4104, "job-13", false);
            NodeFacts last = read(bench, 3);

            assertThat(bench.ledger.facts().gpusPast(last))
                    .filteredOn(event -> event.kind() == GpuEvent.Kind.JOB)
                    .extracting(GpuEvent::sentence)
                    .contains("31 job 11", "31 job 12", "31 job 13");
            TriageResult triageResult = routed(bench, last);
            assertThat(triageResult.row()).isEqualTo("R10");
            assertThat(triageResult.route().detail()).isEqualTo("gpu-fault-rma");
        }
    }

    /** A run's own table has no row for it: it goes on with its work, and says what it saw besides. */
    @Test
    void aRunSaysThatTheClusterOffersOtherMigThanTheGpusHave() {
        FleetPlan drifted =
                FleetPlan.whole(33, 1).changing(NODE, node -> node.with(new Condition.Runs(SoftwareSet.previous())));
        try (ScenarioBench bench = ScenarioBench.start(folder, drifted)) {
            SimulatedNode node = bench.fleet.node(NODE);
            node.clock().run(() -> node.settings(node.settings().mig(true)));

            NodeOutcome end = bench.run(List.of(NODE), false).getFirst();

            assertThat(end.row()).isEqualTo("D17");
            assertThat(end.reason())
                    .contains("R12 (mig-stale)", "advertised 8 × nvidia.com/gpu, on the GPUs 56 × 1g.10gb");
        }
    }

    @Test
    void theClusterAndTheGpusAreComparedByWhatEachSaysOfMig() {
        try (ScenarioBench bench = ScenarioBench.start(folder, FleetPlan.whole(32, 1))) {
            NodeFacts whole = read(bench, 1);
            assertThat(whole.details().onGpus().migDevices().or(List.of("unread")))
                    .isEmpty();
            assertThat(whole.details()
                            .outside()
                            .scheduling()
                            .map(view -> view.gpus())
                            .value())
                    .contains(Map.of("nvidia.com/gpu", "8", "nvidia.com/gpu.deploy.driver", "pre-installed"));
            assertThat(routed(bench, whole).row()).isEqualTo("R0");

            SimulatedNode node = bench.fleet.node(NODE);
            node.clock().run(() -> node.settings(node.settings().mig(true)));
            NodeFacts cut = read(bench, 2);

            assertThat(routed(bench, cut).row()).isEqualTo("R12");
            assertThat(routed(bench, cut).facts())
                    .containsExactly("advertised 8 × nvidia.com/gpu, on the GPUs 56 × 1g.10gb");
        }
    }
}
