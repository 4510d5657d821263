package dev.slipway.activities.spi;

import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import java.util.Optional;

/**
 * Identifies the machine that SSH reaches under the name of a node. {@code bootId} and {@code hostname} are empty if it
 * does not report them.
 */
public record AnsweringMachine(Identity identity, String bootId, String hostname) {

    /** Creates a machine of which only its identity is known. */
    public AnsweringMachine(Identity identity) {
        this(identity, "", "");
    }

    /** Returns the sections of the probe that {@link #of} needs. */
    public static String[] sections() {
        return new String[] {"machine-id", "hostname", "product-uuid", "boot-id"};
    }

    /**
     * Returns the machine that gave this answer of the probe, by the facts that were read from it; unknown if it does
     * not report which one it is.
     */
    public static Reading<AnsweringMachine> of(NodeFacts facts, ProbeAnswer answer) {
        return facts.identity().map(identity -> new AnsweringMachine(identity, answer.bootId(), answer.hostname()));
    }

    /** Returns its identity, with the node's object in the cluster. */
    public Identity in(Optional<String> nodeUid) {
        return new Identity(identity.machineId(), identity.productUuid(), nodeUid);
    }
}
