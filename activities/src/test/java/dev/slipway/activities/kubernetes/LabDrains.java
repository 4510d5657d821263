package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.client.Clusters;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Our adapter as a worker runs it, on nodes on which nothing computes. */
public final class LabDrains {
    private LabDrains() {}

    static Act act(String node) {
        NodeRef ref = new NodeRef("c1", node);
        return new Act(
                ref,
                "prod-a",
                "run-1",
                ref.workflowId(),
                "image-drift",
                Step.DRAIN,
                1,
                Optional.empty(),
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    public static KubernetesNodes nodes(Clusters clusters, TestClock clock) {
        return new KubernetesNodes(clusters, act -> Reading.of(List.of()), clock);
    }
}
