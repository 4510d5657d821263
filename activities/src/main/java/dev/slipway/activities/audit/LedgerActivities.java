package dev.slipway.activities.audit;

import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.NodePins;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.VerificationRecord;
import dev.slipway.port.Ledger;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Implements the port with the ledger's database. */
public final class LedgerActivities implements Ledger {
    private final LedgerDatabase database;
    private final PartnerChoice partners;
    private final InstantSource clock;

    public LedgerActivities(LedgerDatabase database, FleetRoster roster, Schedulers schedulers, InstantSource clock) {
        this.database = database;
        this.partners = new PartnerChoice(database, roster, schedulers);
        this.clock = clock;
    }

    /**
     * The row of a decision table that is known stays, where the note does not name another. What a run waits for, and
     * who decided, is in the audit too.
     */
    @Override
    public void note(NodeNote note) {
        database.audit()
                .add(new AuditTrail.Entry(
                        String.join(
                                "/",
                                note.workflowId(),
                                note.step(),
                                note.state().name(),
                                note.at().toString()),
                        note.at(),
                        new Who("run " + note.workflowId(), note.runbook()),
                        "note " + note.state().word(),
                        note.node().toString(),
                        note.step() + ": " + note.why()));
        Optional<String> row =
                note.row().or(() -> database.nodeRows().of(note.node()).flatMap(NodeNote::row));
        database.nodeRows()
                .put(new NodeNote(
                        note.node(),
                        note.fleet(),
                        note.runbook(),
                        note.state(),
                        note.step(),
                        note.why(),
                        note.workflowId(),
                        note.runId(),
                        note.at(),
                        row));
        if (note.state() == NodeState.IN_SERVICE) {
            database.cordons().forget(note.node(), note.runId());
        }
    }

    @Override
    public void verified(Act act, VerificationRecord record) {
        database.verifications().put(record);
    }

    /** A node that an earlier run left held, and that this one neither took over nor proved, is held still. */
    @Override
    public NodeState ended(Act act, NodeOutcome outcome) {
        database.outcomes().put(act, outcome);
        boolean proven = outcome.outcome() == Outcome.CONVERGED || outcome.outcome() == Outcome.ROLLED_BACK;
        if (proven) {
            database.held().remove(act.node());
        }
        Optional<HeldNodes.Held> held = database.held().of(act.node());
        boolean out =
                held.isPresent() || outcome.outcome() == Outcome.HELD || outcome.outcome() == Outcome.RMA_CANDIDATE;
        if (!out) {
            database.cordons().forget(act.node(), act.token());
        }
        String earlier = held.filter(h -> outcome.outcome() == Outcome.UNTOUCHED)
                .map(h -> "still held: " + h.reason() + "; the last run ended ")
                .orElse("");
        NodeState state = out ? NodeState.HELD : NodeState.IN_SERVICE;
        database.nodeRows()
                .put(new NodeNote(
                        act.node(),
                        act.fleet(),
                        act.runbook(),
                        state,
                        act.step().id(),
                        earlier + (outcome.outcome() == Outcome.HELD ? outcome.reason() : outcome.toString()),
                        act.workflowId(),
                        act.token(),
                        clock.instant(),
                        Optional.of(outcome.row()).filter(row -> !row.isBlank())));
        return state;
    }

    @Override
    public Optional<NodeOutcome> outcomeOf(String token) {
        return database.outcomes().ofRun(token);
    }

    @Override
    public void pin(Act act, BaselineRef baseline, BaselineRef failed, String reason) {
        database.nodePins()
                .put(new NodePins.Pin(act.node(), baseline, Optional.of(failed), act.token(), reason, clock.instant()));
    }

    @Override
    public void acceptLines(Act act, BaselineRef goal, List<String> lines, Who who) {
        database.knownLines().accept(act, goal, lines, who, clock.instant());
    }

    /** Each node begins its search elsewhere in the fleet, so that not all ask for the same partner. */
    @Override
    public Optional<NodeRef> partnerFor(Act act, BaselineRef goal, int candidate, @Nullable List<NodeRef> asked) {
        return asked == null ? partners.nth(act, candidate) : partners.besides(act, asked);
    }
}
