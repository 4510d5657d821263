package dev.slipway.activities.guard;

import dev.slipway.model.Identity;
import java.util.Optional;

/** The machine that SSH reaches under the name of a node. {@code bootId} and {@code hostname} are empty where it does not say. */
public record AnsweringMachine(Identity identity, String bootId, String hostname) {

    /** A machine of which nothing but its identity is known. */
    public AnsweringMachine(Identity identity) {
        this(identity, "", "");
    }

    /** Its identity, with the node's object in the cluster. */
    public Identity in(Optional<String> nodeUid) {
        return new Identity(identity.machineId(), identity.productUuid(), nodeUid);
    }
}
