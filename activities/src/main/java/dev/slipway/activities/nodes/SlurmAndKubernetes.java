package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.activities.spi.Standing;
import dev.slipway.model.Act;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Drained;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Nodes that Slurm and Kubernetes both give work to. They leave Slurm first, whose jobs end by themselves, and no pod
 * is asked to leave before; they come back to Kubernetes first. Empty is what both prove, and what either has taken out
 * for somebody else stays out there.
 */
public final class SlurmAndKubernetes implements NodeScheduler {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private final NodeScheduler slurm;
    private final NodeScheduler kubernetes;
    private final InstantSource clock;

    /**
     * {@code slurm} answers for jobs only: while pods are there, a process on a GPU may be theirs. The drain in
     * Kubernetes ends with the proof that no process of anybody is left.
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

    /** A drained node of Slurm starts no job; Kubernetes starts one on a cordoned node where it is told to. */
    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        return kubernetes.smoke(act, job);
    }

    /**
     * Safe to repeat: what is back already stays so. A crash between the two leaves the node drained in Slurm by our
     * mark.
     */
    @Override
    public void putBack(Act act, CordonRecord found, boolean proven) {
        kubernetes.putBack(
                act, BothMarks.inKubernetes(found, kubernetes.standing(act).mark()), proven);
        slurm.putBack(act, BothMarks.inSlurm(found, slurm.standing(act).mark()), proven);
    }

    /** The second is told also where the first refuses, so that as much as can be is out and says why. */
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
    public Standing standing(Act act) {
        return BothMarks.standing(slurm.standing(act), kubernetes.standing(act));
    }

    @Override
    public List<String> work(Act act) {
        return Stream.concat(slurm.work(act).stream(), kubernetes.work(act).stream())
                .toList();
    }
}
