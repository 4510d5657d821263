package dev.slipway.activities.kubernetes;

import dev.slipway.model.Act;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes the cordon mark: annotations on the Node object that state whose cordon it is and what was found
 * before.
 */
final class Marks {
    static final String OWNER = "slipway.dev/owner";
    static final String RUNBOOK = "slipway.dev/runbook";
    static final String SINCE = "slipway.dev/since";
    static final String PRIOR = "slipway.dev/prior";
    static final String HELD = "slipway.dev/held";
    /** Stays after the mark is gone, so that a readmission whose answer was lost knows itself again. */
    static final String READMITTED = "slipway.dev/readmitted";

    static final String SCHEDULABLE = "schedulable";
    static final String UNSCHEDULABLE = "unschedulable";

    private Marks() {}

    static boolean schedulable(Node node) {
        return !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    }

    static Optional<String> annotation(Node node, String name) {
        return Optional.ofNullable(node.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(name))
                .filter(value -> !value.isBlank());
    }

    /** Returns the mark on the node, of any run. A damaged prior state counts as taken out: that side is safe. */
    static Optional<CordonRecord> read(NodeRef ref, Node node) {
        return annotation(node, OWNER).map(owner -> {
            String prior = annotation(node, PRIOR).orElse(UNSCHEDULABLE);
            boolean foreign = !prior.equals(SCHEDULABLE);
            return new CordonRecord(ref, owner, foreign ? UNSCHEDULABLE : prior, "", foreign, since(node));
        });
    }

    private static Instant since(Node node) {
        String text = annotation(node, SINCE).orElse("");
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException damaged) {
            // A person edited the annotation: the creation of the node is a time that is surely not too late.
            return Instant.parse(node.getMetadata().getCreationTimestamp());
        }
    }

    static Map<String, Optional<String>> of(Act act, CordonRecord record) {
        return Map.of(
                OWNER, Optional.of(act.token()),
                RUNBOOK, Optional.of(act.runbook()),
                SINCE, Optional.of(record.since().toString()),
                PRIOR, Optional.of(record.priorState()),
                HELD, Optional.empty(),
                READMITTED, Optional.empty());
    }

    static Map<String, Optional<String>> removed(Act act) {
        return Map.of(
                OWNER, Optional.empty(),
                RUNBOOK, Optional.empty(),
                SINCE, Optional.empty(),
                PRIOR, Optional.empty(),
                HELD, Optional.empty(),
                READMITTED, Optional.of(act.token()));
    }
}
