package dev.slipway.ledger;

import static dev.slipway.ledger.Samples.N1;
import static dev.slipway.ledger.Samples.N2;
import static dev.slipway.ledger.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Only the run that holds a node's lock says where the node is. */
class NodeRowsTest {

    @Test
    void aDryRunLeavesTheRowOfItsNodeAsItIs() {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:node-rows", "slipway", Optional.empty())) {
            NodeRows rows = ledger.nodeRows();
            rows.put(Samples.note(N1, NodeState.HELD, NOON));

            rows.note(Samples.dryRun(N1), "reads facts", NOON.plusSeconds(1));
            rows.note(Samples.dryRun(N2), "reads facts", NOON);

            assertThat(rows.all()).containsExactly(Samples.note(N1, NodeState.HELD, NOON));
            rows.note(Samples.act(N1, "t1"), "collects", NOON.plusSeconds(1));
            assertThat(rows.of(N1).orElseThrow().why()).isEqualTo("collects");
        }
    }
}
