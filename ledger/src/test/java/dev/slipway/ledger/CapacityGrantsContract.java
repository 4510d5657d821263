package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.model.node.NodeRef;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Grants as a budget that begins anew finds them. */
abstract class CapacityGrantsContract {
    private static final String BUDGET = "capacity/c1/prod-a";

    /** Of an empty database. */
    abstract String url() throws SQLException;

    private static HeldGrant grant(NodeRef node, String run, long fence) {
        CapacityRequest request = new CapacityRequest("prod-a", "prod-a", node, node.workflowId(), run);
        return new HeldGrant(request, new Grant("prod-a", node.workflowId(), fence, Samples.NOON, run));
    }

    @Test
    void keepsWhatIsHeldAndTheHighestFenceOfEachBudget() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            CapacityGrants grants = ledger.capacityGrants();
            HeldGrant first = grant(Samples.N1, "run-1", 1);
            HeldGrant second = grant(Samples.N2, "run-1", 2);
            assertThat(grants.of(BUDGET)).isEqualTo(new GrantRecords(0, List.of()));

            grants.record(BUDGET, List.of(first, second), List.of());
            grants.record(BUDGET, List.of(first, second), List.of());
            assertThat(grants.of(BUDGET)).isEqualTo(new GrantRecords(2, List.of(first, second)));

            grants.record(BUDGET, List.of(), List.of(second));
            assertThat(grants.of(BUDGET)).isEqualTo(new GrantRecords(2, List.of(first)));
            assertThat(grants.of("capacity/c1/other")).isEqualTo(new GrantRecords(0, List.of()));
            assertThat(grants.last(Samples.N2.workflowId())).contains(new CapacityGrants.Recorded(second, true));
        }
    }

    @Test
    void aNewerGrantOfAHolderIsNeitherOverwrittenNorEndedByAnOlderOne() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            CapacityGrants grants = ledger.capacityGrants();
            HeldGrant older = grant(Samples.N1, "run-1", 1);
            HeldGrant newer = grant(Samples.N1, "run-2", 4);

            grants.record(BUDGET, List.of(older), List.of());
            grants.record(BUDGET, List.of(newer), List.of(older));
            grants.record(BUDGET, List.of(older), List.of());
            grants.record(BUDGET, List.of(), List.of(older));

            assertThat(grants.of(BUDGET)).isEqualTo(new GrantRecords(4, List.of(newer)));
        }
    }
}
