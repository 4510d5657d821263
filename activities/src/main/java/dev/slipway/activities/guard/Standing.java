package dev.slipway.activities.guard;

import dev.slipway.model.CordonRecord;
import java.util.Optional;

/**
 * Where a node stands with its scheduler. {@code mark} is the cordon mark that the node carries, whoever's run wrote it;
 * {@code readmittedBy} is the token of the run that put the node back last, empty when none is known; {@code machine} is
 * empty where the scheduler knows nothing of machines.
 */
public record Standing(
        boolean schedulable,
        Optional<CordonRecord> mark,
        Optional<String> held,
        String readmittedBy,
        Optional<Machine> machine) {

    /** What a scheduler sees of the machine: the object's uid, whether it is ready, its boot, and the GPUs it offers. */
    public record Machine(String uid, boolean ready, String bootId, int gpus) {}

    /** Whether the cordon mark is the one of the run {@code token}. */
    public boolean ownedBy(String token) {
        return mark.filter(m -> m.ownerToken().equals(token)).isPresent();
    }

    /** The uid of the node's object, where there is one. */
    public Optional<String> nodeUid() {
        return machine.map(Machine::uid);
    }

    /** Who took the node out, for a person to read. */
    public String owner() {
        return mark.map(m -> "run " + m.ownerToken())
                .orElse(schedulable ? "nobody" : "somebody else, without a mark of ours");
    }
}
