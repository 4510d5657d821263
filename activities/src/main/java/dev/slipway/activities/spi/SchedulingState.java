package dev.slipway.activities.spi;

import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.node.CordonRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Describes the state of a node in its scheduler. {@code mark} is the cordon mark that the node carries, of any run;
 * {@code readmittedBy} is the token of the run that put the node back last, empty if none is known; {@code machine} is
 * empty if the scheduler knows nothing of machines; {@code view} is what a person may see of it among the node's facts.
 */
public record SchedulingState(
        boolean schedulable,
        Optional<CordonRecord> mark,
        Optional<String> held,
        String readmittedBy,
        Optional<Machine> machine,
        Scheduling view) {

    /** Creates the state of a node without a scheduler: only the mark shows something about it. */
    public SchedulingState(
            boolean schedulable,
            Optional<CordonRecord> mark,
            Optional<String> held,
            String readmittedBy,
            Optional<Machine> machine) {
        this(schedulable, mark, held, readmittedBy, machine, unscheduled(schedulable, mark, held));
    }

    private static Scheduling unscheduled(boolean schedulable, Optional<CordonRecord> mark, Optional<String> held) {
        Map<String, String> annotations = new TreeMap<>();
        mark.ifPresent(m -> annotations.put("owner", m.ownerToken()));
        held.ifPresent(reason -> annotations.put("held", reason));
        return new Scheduling("none", schedulable, List.of(), Map.of(), annotations);
    }

    /**
     * Holds what a scheduler sees of the machine: the object's uid, empty if it has none; whether it is ready, its
     * boot, the GPUs it offers, labels, and what its agent reported about the machine itself.
     */
    public record Machine(
            String uid, boolean ready, String bootId, int gpus, Map<String, String> labels, ReportedMachine reported) {

        /** Creates a machine without labels, of whose hardware nothing was reported. */
        public Machine(String uid, boolean ready, String bootId, int gpus) {
            this(uid, ready, bootId, gpus, Map.of(), ReportedMachine.unknown());
        }
    }

    /** Returns whether the cordon mark is the one of the run {@code token}. */
    public boolean ownedBy(String token) {
        return mark.filter(m -> m.ownerToken().equals(token)).isPresent();
    }

    /** Returns the uid of the node's object, where there is one. */
    public Optional<String> nodeUid() {
        return machine.map(Machine::uid).filter(uid -> !uid.isEmpty());
    }

    /** Returns what was reported about the machine; nothing if the scheduler knows nothing of machines. */
    public ReportedMachine reported() {
        return machine.map(Machine::reported).orElseGet(ReportedMachine::unknown);
    }

    /** Returns the labels of the node's object; none if there is no object. */
    public Map<String, String> labels() {
        return machine.map(Machine::labels).orElse(Map.of());
    }

    /** Returns who took the node out, for a person to read. */
    public String owner() {
        return mark.map(m -> "run " + m.ownerToken())
                .orElse(schedulable ? "nobody" : "somebody else, without a mark of ours");
    }
}
