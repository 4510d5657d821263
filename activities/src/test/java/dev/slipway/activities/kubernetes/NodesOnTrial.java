package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@link KubernetesNodes} with what it needs around it, and what it said while it waited. */
final class NodesOnTrial implements AutoCloseable {
    static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    static final DrainPolicy PATIENT = DrainPolicy.waiting(Duration.ofSeconds(60));
    static final DrainPolicy BRIEF = DrainPolicy.waiting(Duration.ofMillis(400));

    final TestClock clock;
    volatile Reading<List<Holder>> computing = Reading.of(List.of());
    final KubernetesNodes nodes;

    NodesOnTrial(TestCluster cluster) {
        this(cluster, TestClock.running(cluster.speed()));
    }

    NodesOnTrial(TestCluster cluster, TestClock clock) {
        this.clock = clock;
        nodes = new KubernetesNodes(name -> cluster.client(), act -> computing, clock);
    }

    static Act act(String token) {
        return new Act(
                NODE,
                "prod-a",
                token,
                NODE.workflowId(),
                "image-drift",
                Step.DRAIN,
                1,
                Optional.empty(),
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Override
    public void close() {
        nodes.close();
    }
}
