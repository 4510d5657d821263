package dev.slipway.demo;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the ledger owes a run: a record of every activity that the run's own history calls done, its notes, its proof and its end. */
final class RunRecords {
    private static final int MANY = 5_000;
    private static final Set<String> CHANGING = Set.of(
            "Nodes.Cordon", "Nodes.Drain", "Packages.Converge", "Power.Reboot", "Diagnostics.Diag", "Nodes.Readmit");

    private final LedgerDatabase ledger;
    private final WorkflowClient client;

    RunRecords(LedgerDatabase ledger, WorkflowClient client) {
        this.ledger = ledger;
        this.client = client;
    }

    /** The records of a run that should be there and are not. */
    List<String> missing(NodeRun run, NodeOutcome outcome) {
        List<AuditTrail.Entry> audit = ledger.audit().of(outcome.node().toString(), MANY);
        Set<String> keys = audit.stream().map(AuditTrail.Entry::onceKey).collect(Collectors.toSet());
        Set<String> verbs = audit.stream().map(AuditTrail.Entry::verb).collect(Collectors.toSet());
        List<String> missing = new ArrayList<>(owed(run));
        missing.removeAll(keys);
        if (outcome.outcome() == Outcome.CONVERGED) {
            List<String> notes =
                    new ArrayList<>(List.of("note " + NodeState.WAITING.word(), "note " + NodeState.READMITTED.word()));
            notes.removeAll(verbs);
            notes.forEach(note -> missing.add(outcome.node() + ": " + note));
        }
        if (!ledger.outcomes().ofRun(run.runId()).equals(Optional.of(outcome))) {
            missing.add(outcome.node() + ": its end");
        }
        boolean proven = outcome.outcome() == Outcome.CONVERGED || outcome.outcome() == Outcome.ROLLED_BACK;
        if (proven && ledger.verifications().ofRun(run.runId()).isEmpty()) {
            missing.add(outcome.node() + ": its proof");
        }
        return missing;
    }

    /** The keys of the records of all activities that ended well, and of the begin of those that change a node. */
    private List<String> owed(NodeRun run) {
        Map<Long, HistoryEvent> scheduled = new HashMap<>();
        Map<Long, Integer> attempts = new HashMap<>();
        List<String> keys = new ArrayList<>();
        for (HistoryEvent event :
                client.fetchHistory(run.workflowId(), run.runId()).getEvents()) {
            if (event.hasActivityTaskScheduledEventAttributes()) {
                scheduled.put(event.getEventId(), event);
            } else if (event.hasActivityTaskStartedEventAttributes()) {
                attempts.put(
                        event.getEventId(),
                        event.getActivityTaskStartedEventAttributes().getAttempt());
            } else if (event.hasActivityTaskCompletedEventAttributes()) {
                var done = event.getActivityTaskCompletedEventAttributes();
                var begun = Optional.ofNullable(scheduled.get(done.getScheduledEventId()))
                        .orElseThrow()
                        .getActivityTaskScheduledEventAttributes();
                String type = begun.getActivityType().getName();
                String key = run.runId() + "/" + begun.getActivityId() + "/"
                        + attempts.getOrDefault(done.getStartedEventId(), 0);
                if (!type.startsWith("Notifier")) {
                    keys.add(key + "/ended");
                }
                if (CHANGING.contains(type)) {
                    keys.add(key + "/begun");
                }
            }
        }
        return keys;
    }
}
