package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Manages nodes to which both Slurm and Kubernetes give work. They leave Slurm first, whose jobs end by themselves, and
 * no pod is evicted before; they come back to Kubernetes first. A node is empty if both prove it, and a node that
 * somebody else took out of one of them stays out there.
 */
public final class SlurmAndKubernetes implements NodeScheduler {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private final NodeScheduler slurm;
    private final NodeScheduler kubernetes;
    private final InstantSource clock;

    /**
     * Takes {@code slurm}, which answers for jobs only: while pods are there, a process on a GPU may be theirs. The
     * drain in Kubernetes ends with the proof that no process is left.
     */
    public SlurmAndKubernetes(NodeScheduler slurm, NodeScheduler kubernetes, InstantSource clock) {
        this.slurm = slurm;
        this.kubernetes = kubernetes;
        this.clock = clock;
    }

    @Override
    public List<String> objections(Act act) {
        return Stream.concat(slurm.objections(act).stream(), kubernetes.objections(act).stream())
                .toList();
    }

    @Override
    public List<String> remarks(Act act) {
        return Stream.concat(slurm.remarks(act).stream(), kubernetes.remarks(act).stream())
                .toList();
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        CordonRecord inSlurm = slurm.cordon(act, adopt);
        return BothMarks.found(inSlurm, kubernetes.cordon(act, adopt));
    }

    /**
     * Safe to repeat: busy in Slurm is an answer, and only a node that Slurm has let go of is drained in Kubernetes.
     */
    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        Drained ofJobs = slurm.drain(act, policy);
        if (ofJobs.busy().isPresent()) {
            return ofJobs;
        }
        Drained ofPods = kubernetes.drain(act, policy);
        if (ofPods.busy().isPresent()) {
            return ofPods;
        }
        List<String> jobs = slurm.work(act);
        return jobs.isEmpty()
                ? new Drained(ofPods.at(), ofPods.evicted(), "no job in Slurm; then " + ofPods.proof())
                : Drained.notYet(clock.instant(), new Drained.Busy(String.join("; ", jobs), ofPods.at(), LOOK_AGAIN));
    }

    /**
     * Runs the job on Kubernetes: a drained node of Slurm starts no job; Kubernetes starts one on a cordoned node if
     * the pod names it.
     */
    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        return kubernetes.smoke(act, job);
    }

    /**
     * Safe to repeat: what is back already stays so. A crash between the two leaves the node drained in Slurm by our
     * mark.
     */
    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {
        kubernetes.restore(
                act, BothMarks.inKubernetes(found, kubernetes.standing(act).mark()), proven);
        slurm.restore(act, BothMarks.inSlurm(found, slurm.standing(act).mark()), proven);
    }

    /**
     * Holds the node in both: the second is also called if the first refuses, so that as much as possible is out and
     * shows why.
     */
    @Override
    public void hold(Act act, String reason) {
        List<ApplicationFailure> refused = new ArrayList<>();
        for (NodeScheduler scheduler : List.of(slurm, kubernetes)) {
            try {
                scheduler.hold(act, reason);
            } catch (ApplicationFailure failure) {
                refused.add(failure);
            }
        }
        if (!refused.isEmpty()) {
            refused.stream().skip(1).forEach(refused.getFirst()::addSuppressed);
            throw refused.getFirst();
        }
    }

    @Override
    public SchedulingState standing(Act act) {
        return BothMarks.standing(slurm.standing(act), kubernetes.standing(act));
    }

    @Override
    public List<String> work(Act act) {
        return Stream.concat(slurm.work(act).stream(), kubernetes.work(act).stream())
                .toList();
    }
}
