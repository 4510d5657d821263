package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.model.node.NodeState;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL that is killed under an open ledger and comes back: a server of this test's own. */
@Tag("postgres")
@ExtendWith(PostgresPart.class)
class LedgerAwayIT {
    private static final int MOST_CONNECTIONS = 10;

    @TempDir
    Path place;

    @Test
    void isAwayWhileItsServerIsAndGoesOnWithWhatItHadWhenThatIsBack() throws Exception {
        String url = PostgresPart.lab("up", place);
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "postgres", Optional.empty())) {
            ledger.nodeRows().put(Samples.note(Samples.N1, NodeState.CORDONED, Samples.NOON));

            PostgresPart.lab("kill", place);
            assertThatThrownBy(ledger::ping)
                    .isInstanceOf(LedgerAway.class)
                    .hasMessageContaining("The ledger does not answer");
            assertThatThrownBy(() -> ledger.nodeRows().all()).isInstanceOf(LedgerAway.class);

            PostgresPart.lab("start", place);
            goesOn(() -> ledger.nodeRows().put(Samples.note(Samples.N2, NodeState.DRAINING, Samples.NOON)));
            assertThat(ledger.nodeRows().all())
                    .containsExactly(
                            Samples.note(Samples.N1, NodeState.CORDONED, Samples.NOON),
                            Samples.note(Samples.N2, NodeState.DRAINING, Samples.NOON));
        } finally {
            PostgresPart.lab("down", place);
        }
    }

    /** As activities do: each use throws one connection away that the old server had, and is tried again. */
    private static void goesOn(Runnable use) {
        for (int left = MOST_CONNECTIONS; ; left--) {
            try {
                use.run();
                return;
            } catch (LedgerAway broken) {
                if (left == 0) {
                    throw broken;
                }
            }
        }
    }
}
