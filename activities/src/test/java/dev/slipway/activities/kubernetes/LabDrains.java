package dev.slipway.activities.kubernetes;

import dev.slipway.activities.guard.Waiting;
import dev.slipway.model.Act;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import dev.slipway.model.Step;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Our adapter as a worker runs it, on nodes on which nothing computes. */
final class LabDrains {
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

    /** {@code onWait} hears what a drain waits for, each time it is about to. */
    static KubernetesNodes nodes(Clusters clusters, Rhythm rhythm, Instant since, Consumer<String> onWait) {
        Waiting waiting = new Waiting() {
            @Override
            public Instant since() {
                return since;
            }

            @Override
            public void works() {}

            @Override
            public void waits(Act act, String why) {
                onWait.accept(why);
            }
        };
        return new KubernetesNodes(clusters, act -> Reading.of(List.of()), waiting, InstantSource.system(), rhythm);
    }
}
