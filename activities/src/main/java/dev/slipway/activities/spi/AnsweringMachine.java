package dev.slipway.activities.spi;

import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
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

    /** Returns the sections of the probe that {@link #read} needs. */
    public static String[] sections() {
        return new String[] {"machine-id", "hostname", "product-uuid", "boot-id"};
    }

    /** Returns the machine that gave this answer of the probe; unknown if it does not report which one it is. */
    public static Reading<AnsweringMachine> read(NodeRef node, Instant at, byte[] answer) {
        ProbeAnswer probed = ProbeAnswer.of(answer);
        return probed.facts(node, at)
                .identity()
                .map(identity -> new AnsweringMachine(identity, probed.bootId(), probed.hostname()));
    }

    /** Returns its identity, with the node's object in the cluster. */
    public Identity in(Optional<String> nodeUid) {
        return new Identity(identity.machineId(), identity.productUuid(), nodeUid);
    }
}
