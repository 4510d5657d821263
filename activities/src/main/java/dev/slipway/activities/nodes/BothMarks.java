package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.node.CordonRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Joins what two schedulers report about a node, and separates it again. */
final class BothMarks {
    private static final String UNSCHEDULABLE = "unschedulable";
    private static final String IN_SLURM = " in Slurm";
    private static final String IN_KUBERNETES = " in Kubernetes";

    private BothMarks() {}

    static CordonRecord found(CordonRecord slurm, CordonRecord kubernetes) {
        String state = slurm.foreign() == kubernetes.foreign()
                ? slurm.priorState()
                : UNSCHEDULABLE + (slurm.foreign() ? IN_SLURM : IN_KUBERNETES);
        List<String> reasons = Stream.of(slurm.priorReason(), kubernetes.priorReason())
                .filter(reason -> !reason.isBlank())
                .toList();
        return new CordonRecord(
                slurm.node(),
                slurm.ownerToken(),
                state,
                String.join("; ", reasons),
                slurm.foreign() || kubernetes.foreign(),
                slurm.since().isBefore(kubernetes.since()) ? slurm.since() : kubernetes.since());
    }

    static CordonRecord inSlurm(CordonRecord found, Optional<CordonRecord> mark) {
        return of(found, mark, IN_KUBERNETES);
    }

    static CordonRecord inKubernetes(CordonRecord found, Optional<CordonRecord> mark) {
        return of(found, mark, IN_SLURM);
    }

    /**
     * Returns the record of one scheduler: taken out by somebody else if its own mark shows that, or if the history
     * does not show that it was only the other.
     */
    private static CordonRecord of(CordonRecord found, Optional<CordonRecord> mark, String theOther) {
        boolean foreign = mark.filter(CordonRecord::foreign).isPresent()
                || (found.foreign() && !found.priorState().endsWith(theOther));
        return new CordonRecord(
                found.node(), found.ownerToken(), found.priorState(), found.priorReason(), foreign, found.since());
    }

    /**
     * Returns ours if both bear the mark of one run, or only Slurm while that run has put the node back in Kubernetes.
     * A node that somebody took out of one of the two by hand belongs to no run.
     */
    static SchedulingState standing(SchedulingState slurm, SchedulingState kubernetes) {
        boolean halfBack = halfBack(kubernetes, slurm);
        boolean alike = slurm.mark().isPresent() == kubernetes.mark().isPresent();
        boolean both = slurm.schedulable() && kubernetes.schedulable();
        boolean either = slurm.schedulable() || kubernetes.schedulable();
        return new SchedulingState(
                halfBack ? either : alike && both,
                halfBack ? slurm.mark() : oneRun(slurm, kubernetes),
                kubernetes.held().or(slurm::held),
                slurm.readmittedBy().equals(kubernetes.readmittedBy()) ? slurm.readmittedBy() : "",
                machine(slurm, kubernetes),
                kubernetes.view().and(slurm.view()));
    }

    private static boolean halfBack(SchedulingState kubernetes, SchedulingState slurm) {
        return kubernetes.mark().isEmpty()
                && !kubernetes.readmittedBy().isEmpty()
                && slurm.ownedBy(kubernetes.readmittedBy());
    }

    private static Optional<CordonRecord> oneRun(SchedulingState slurm, SchedulingState kubernetes) {
        return slurm.mark()
                .flatMap(ours -> kubernetes
                        .mark()
                        .filter(other -> other.ownerToken().equals(ours.ownerToken()))
                        .map(other -> found(ours, other)));
    }

    /** The node's object is that of Kubernetes; the boot is one that both have seen. */
    private static Optional<SchedulingState.Machine> machine(SchedulingState slurm, SchedulingState kubernetes) {
        return kubernetes
                .machine()
                .flatMap(object -> slurm.machine()
                        .map(seen -> new SchedulingState.Machine(
                                object.uid(),
                                object.ready() && seen.ready(),
                                object.bootId().equals(seen.bootId())
                                        ? object.bootId()
                                        : object.bootId() + IN_KUBERNETES + ", " + seen.bootId() + IN_SLURM,
                                Math.min(object.gpus(), seen.gpus()),
                                object.labels(),
                                object.reported().or(seen.reported()))));
    }
}
