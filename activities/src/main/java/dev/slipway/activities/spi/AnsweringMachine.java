package dev.slipway.activities.spi;

import dev.slipway.facts.Probe;
import dev.slipway.model.Identity;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import java.time.Instant;
import java.util.Optional;

/**
 * The machine that SSH reaches under the name of a node. {@code bootId} and {@code hostname} are empty where it does
 * not say.
 */
public record AnsweringMachine(Identity identity, String bootId, String hostname) {

    /** A machine of which nothing but its identity is known. */
    public AnsweringMachine(Identity identity) {
        this(identity, "", "");
    }

    /** The sections of the probe that {@link #read} asks for. */
    public static String[] sections() {
        return new String[] {"machine-id", "hostname", "product-uuid", "boot-id"};
    }

    /** The machine that gave this answer of the probe; unknown where it does not say which one it is. */
    public static Reading<AnsweringMachine> read(NodeRef node, Instant at, byte[] answer) {
        return Probe.parse(node, at, answer)
                .identity()
                .map(identity -> new AnsweringMachine(identity, Probe.bootId(answer), Probe.hostname(answer)));
    }

    /** Its identity, with the node's object in the cluster. */
    public Identity in(Optional<String> nodeUid) {
        return new Identity(identity.machineId(), identity.productUuid(), nodeUid);
    }
}
