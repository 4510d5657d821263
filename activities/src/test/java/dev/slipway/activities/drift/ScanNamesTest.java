package dev.slipway.activities.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.JobNames;
import dev.slipway.model.facts.NodeDetails.GpuClient;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.SimulatedNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan of a fleet counts jobs as a run on one node does: by names. */
class ScanNamesTest {
    private static final String UID = "0f0e0d0c-0000-0000-0000-000000000001";

    @TempDir
    Path folder;

    @Test
    void aProgramThatFailedIsKeptUnderTheWorkloadOfItsPod() {
        List<NodeRef> asked = new CopyOnWriteArrayList<>();
        List<NodeRef> learnt = new CopyOnWriteArrayList<>();
        try (ScannedFleet fleet = new ScannedFleet(folder, ScannedFleet.whole(0), ScannedFleet.whole(1))) {
            fleet.jobs = new JobNames(
                    node -> {
                        asked.add(node);
                        return Optional.of(Map.of(UID, "ml/Job/train"));
                    },
                    learnt::add);
            SimulatedNode node = fleet.node(0);
            node.clock().run(() -> {
                node.addProcess(new GpuProcess(4101, "/usr/bin/python3", 2, UID));
                node.become(new Condition.Xid(31, 2));
            });

            fleet.check();

            NodeFacts facts = fleet.ledger
                    .facts()
                    .byId(FleetScan.factsId(ScannedFleet.REPORT, ScannedFleet.ref(0)))
                    .orElseThrow();
            assertThat(facts.details().onGpus().clients().or(List.of()))
                    .extracting(GpuClient::of)
                    .containsExactly("pod ml/Job/train");
            assertThat(fleet.ledger.facts().gpusPast(facts))
                    .filteredOn(event -> event.kind() == GpuEvent.Kind.JOB)
                    .extracting(GpuEvent::sentence)
                    .containsExactly("31 pod ml/Job/train");
            assertThat(asked).containsExactly(ScannedFleet.ref(0));
            assertThat(learnt).containsExactlyInAnyOrder(ScannedFleet.ref(0), ScannedFleet.ref(1));
        }
    }
}
