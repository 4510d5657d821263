package dev.slipway.activities.gates;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Field;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds other nodes of the fleet that show what this one shows: the same row of the same runbook with the same kernel
 * and driver. Then the change is suspected, and no node is fixed alone. What image-drift finds is what a whole fleet
 * shows before a change has reached it, and is not counted; a person may work on one node in spite of it.
 */
record SameSignature(LedgerDatabase ledger) {
    private static final Duration WITHIN = Duration.ofHours(1);
    private static final int OTHERS_OF_A_ROLLOUT = 1;
    private static final int OTHERS = 2;
    private static final int LOOKED_AT = 100;
    private static final String VERB = "signature";
    private static final Set<Reason> BY_ITSELF = Set.of(Reason.DRIFT_FOUND, Reason.ROLLOUT, Reason.ALERT);

    /** Safe to repeat: notes the signature of this node once a run. The objection, where enough others show it. */
    Optional<String> objection(Act act, Trigger trigger, NodeFacts facts) {
        if (act.runbook().equals("image-drift")) {
            return Optional.empty();
        }
        String signature = String.join(
                " ",
                act.runbook(),
                ledger.nodeRows().of(act.node()).flatMap(NodeNote::row).orElse("no row"),
                "kernel",
                facts.version(Field.KERNEL).or("unknown"),
                "driver",
                facts.version(Field.DRIVER_USERSPACE).or("unknown"));
        String subject = act.fleet() + ": " + signature;
        Instant now = facts.collectedAt();
        ledger.audit()
                .add(new AuditTrail.Entry(
                        VERB + "/" + act.token() + "/" + act.runbook(),
                        now,
                        new Who("slipway", "diagnosis"),
                        VERB,
                        subject,
                        act.node().toString()));
        List<String> others = ledger.audit().of(subject, LOOKED_AT).stream()
                .filter(entry -> entry.verb().equals(VERB) && !entry.at().isBefore(now.minus(WITHIN)))
                .map(AuditTrail.Entry::detail)
                .filter(node -> !node.equals(act.node().toString()))
                .distinct()
                .sorted()
                .toList();
        int most = trigger.options().change().isPresent() ? OTHERS_OF_A_ROLLOUT : OTHERS;
        return BY_ITSELF.contains(trigger.reason()) && others.size() >= most
                ? Optional.of("I18: " + signature + " is also on " + String.join(", ", others)
                        + " within an hour: suspect the change, not the nodes")
                : Optional.empty();
    }
}
