package dev.slipway.activities.spi;

import dev.slipway.model.CordonRecord;
import dev.slipway.model.NodeDetails.Scheduling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a node stands with its scheduler. {@code mark} is the cordon mark that the node carries, whoever's run wrote
 * it; {@code readmittedBy} is the token of the run that put the node back last, empty when none is known;
 * {@code machine} is empty where the scheduler knows nothing of machines; {@code view} is what a person may see of it
 * among the node's facts.
 */
public record Standing(
        boolean schedulable,
        Optional<CordonRecord> mark,
        Optional<String> held,
        String readmittedBy,
        Optional<Machine> machine,
        Scheduling view) {

    /** Where a node stands that nothing schedules: only the mark says something of it. */
    public Standing(
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
     * What a scheduler sees of the machine: the object's uid, empty where it has none; whether it is ready, its boot,
     * the GPUs it offers, labels, and what its agent reported of the machine itself.
     */
    public record Machine(
            String uid, boolean ready, String bootId, int gpus, Map<String, String> labels, ReportedMachine reported) {

        /** A machine without labels, of whose hardware nothing was reported. */
        public Machine(String uid, boolean ready, String bootId, int gpus) {
            this(uid, ready, bootId, gpus, Map.of(), ReportedMachine.unknown());
        }
    }

    /** Whether the cordon mark is the one of the run {@code token}. */
    public boolean ownedBy(String token) {
        return mark.filter(m -> m.ownerToken().equals(token)).isPresent();
    }

    /** The uid of the node's object, where there is one. */
    public Optional<String> nodeUid() {
        return machine.map(Machine::uid).filter(uid -> !uid.isEmpty());
    }

    /** What was reported of the machine; nothing where the scheduler knows nothing of machines. */
    public ReportedMachine reported() {
        return machine.map(Machine::reported).orElseGet(ReportedMachine::unknown);
    }

    /** The labels of the node's object; none where there is no object. */
    public Map<String, String> labels() {
        return machine.map(Machine::labels).orElse(Map.of());
    }

    /** Who took the node out, for a person to read. */
    public String owner() {
        return mark.map(m -> "run " + m.ownerToken())
                .orElse(schedulable ? "nobody" : "somebody else, without a mark of ours");
    }
}
