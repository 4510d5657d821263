package dev.slipway.activities.audit;

import dev.slipway.activities.spi.Grants;
import dev.slipway.ledger.CapacityGrants;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.capacity.HeldGrant;
import java.util.Optional;

/** Reads grants from the ledger. A ledger restored to before the grant refuses nobody. */
public final class LedgerGrants implements Grants {
    private final CapacityGrants grants;

    public LedgerGrants(LedgerDatabase ledger) {
        this.grants = ledger.capacityGrants();
    }

    @Override
    public Optional<String> refusal(Act act) {
        return act.fence() == 0
                ? Optional.empty()
                : grants.last(act.workflowId()).flatMap(last -> refusal(act, last));
    }

    private static Optional<String> refusal(Act act, CapacityGrants.Recorded last) {
        HeldGrant held = last.grant();
        long fence = held.grant().fence();
        if (fence < act.fence()) {
            return Optional.empty();
        }
        if (!held.request().runId().equals(act.token())) {
            return fence == act.fence()
                    ? Optional.empty()
                    : Optional.of("fence " + fence + " was given to run "
                            + held.request().runId() + " of the node, this run has " + act.fence());
        }
        return last.ended() ? Optional.of("fence " + fence + " was revoked") : Optional.empty();
    }
}
