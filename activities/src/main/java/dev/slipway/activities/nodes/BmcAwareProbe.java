package dev.slipway.activities.nodes;

import dev.slipway.facts.probe.Probe;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reports a silence together with what {@code besides} knows about it, such as whether the node's BMC answers. It does
 * so only if the whole node was to be read: a caller that reads a part waits for a boot, or does not need it.
 */
public record BmcAwareProbe(Probes probes, Function<NodeRef, Optional<String>> besides) implements Probes {

    @Override
    public byte[] run(NodeRef node, Instant t0, String... sections) {
        try {
            return probes.run(node, t0, sections);
        } catch (ApplicationFailure silent) {
            throw Optional.of(node)
                    .filter(asked -> Probe.readsAll(sections)
                            && FailureType.TRANSIENT.name().equals(silent.getType()))
                    .flatMap(besides)
                    .map(words -> FailureType.TRANSIENT.of(silent.getOriginalMessage() + "; " + words))
                    .orElse(silent);
        }
    }
}
