package dev.slipway.activities.kubernetes;

import dev.slipway.activities.guard.Waiting;
import dev.slipway.model.Act;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Holder;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import dev.slipway.model.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** {@link KubernetesNodes} with what it needs around it, and what it said while it waited. */
final class NodesOnTrial implements Waiting, AutoCloseable {
    static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    static final DrainPolicy PATIENT = DrainPolicy.waiting(Duration.ofSeconds(60));
    static final DrainPolicy BRIEF = DrainPolicy.waiting(Duration.ofMillis(400));

    final List<String> said = new CopyOnWriteArrayList<>();
    volatile Reading<List<Holder>> computing = Reading.of(List.of());
    final KubernetesNodes nodes;
    Map<String, Instant> before = Map.of();
    private Runnable onWait = () -> {};
    private volatile Runnable onWork = () -> {};

    NodesOnTrial(TestCluster cluster) {
        nodes = new KubernetesNodes(
                name -> cluster.client(),
                act -> computing,
                this,
                InstantSource.system(),
                new Rhythm(1 / cluster.speed()));
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

    /** What happens each time the drain is about to wait. */
    void whenItWaits(Runnable happens) {
        onWait = happens;
    }

    /** What happens with each sign of life; an engine that has cancelled the activity throws. */
    void whenItWorks(Runnable happens) {
        onWork = happens;
    }

    @Override
    public Instant since() {
        return started;
    }

    private final Instant started = Instant.now();

    @Override
    public Map<String, Instant> inTheWay() {
        return before;
    }

    @Override
    public void works() {
        onWork.run();
    }

    @Override
    public void waits(Act act, String why) {
        said.add(why);
        onWait.run();
    }

    @Override
    public void close() {
        nodes.close();
    }
}
