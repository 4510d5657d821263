package dev.slipway.starter.api.states;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds nodes whose cordon is on record and gone: by somebody else, or by the run that readmitted them. */
public final class Uncordoned {
    private static final Set<String> AFTER_READMISSION = Set.of(Step.READMIT.id(), Step.SOAK.id());

    private Uncordoned() {}

    /** Returns whether a run of ours has uncordoned its node, which it watches still: its cordon stays on record. */
    public static boolean byItsRun(RosterReadings.@Nullable Roster last, NodeNote row) {
        boolean shown = last != null && last.contradicts(row) && AFTER_READMISSION.contains(row.step());
        return row.state() == NodeState.READMITTED || shown;
    }

    /**
     * Returns when the schedulers showed a node in service that our cordon has out; empty where they did not. A
     * decision before the cordon, or after the readmission, leaves its node in service.
     */
    public static Optional<Instant> readAt(RosterReadings.@Nullable Roster last, NodeNote row, LedgerDatabase ledger) {
        return Optional.ofNullable(last)
                .filter(reading -> reading.contradicts(row) && !AFTER_READMISSION.contains(row.step()))
                .filter(reading -> row.state() == NodeState.HELD
                        || ledger.cordons().of(row.node()).isPresent())
                .map(RosterReadings.Roster::readAt);
    }
}
