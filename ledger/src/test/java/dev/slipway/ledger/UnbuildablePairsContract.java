package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.node.NodeRef;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What nodes taught of builds that fail, as the ledger keeps it. */
abstract class UnbuildablePairsContract {
    private static final Instant NOON = Samples.NOON;
    private static final String DRIVER = "570.133.20";
    private static final String KERNEL = "6.8.0-62-generic";

    /** Of an empty database. */
    abstract String url() throws SQLException;

    private static UnbuildablePair pair(String flavour, NodeRef node, Instant at) {
        return new UnbuildablePair(
                        DRIVER,
                        flavour.isEmpty() ? Optional.empty() : Optional.of(flavour),
                        KERNEL,
                        "nv.c:95:10: error: no such member")
                .triedOn(node, "token of " + node.name(), at);
    }

    @Test
    void keepsAPairOnceByWhoShowedItFirst() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            UnbuildablePairs pairs = ledger.unbuildablePairs();
            UnbuildablePair first = pair("open", Samples.N1, NOON);
            UnbuildablePair anyFlavour = pair("", Samples.N2, NOON);
            pairs.tried(first);
            pairs.tried(first);
            pairs.tried(pair("open", Samples.N2, NOON.plusSeconds(9)));
            pairs.read(pair("open", Samples.N2, NOON.plusSeconds(9)));
            pairs.read(anyFlavour);

            assertThat(pairs.all()).containsExactly(anyFlavour, first);
        }
    }

    @Test
    void whatAPersonForgotComesBackByANewTryAndNotByAnOldLog() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            UnbuildablePairs pairs = ledger.unbuildablePairs();
            UnbuildablePair again = pair("open", Samples.N2, NOON.plusSeconds(60));
            pairs.tried(pair("open", Samples.N1, NOON));
            pairs.forget(DRIVER, "6.8.0-63-generic");
            assertThat(pairs.all()).hasSize(1);
            pairs.forget(DRIVER, KERNEL);
            pairs.forget(DRIVER, KERNEL);
            pairs.read(again);
            assertThat(pairs.all()).isEmpty();

            pairs.tried(again);
            assertThat(pairs.all()).containsExactly(again);
        }
    }

    @Test
    void tablesAreGivenWhatPeopleWroteAndThenWhatWasTried() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            UnbuildablePair written = new UnbuildablePair("570.1", Optional.empty(), "6.*", "known");
            UnbuildablePair tried = pair("open", Samples.N1, NOON);
            ledger.unbuildablePairs().tried(tried);

            assertThat(ledger.history(Samples.unreadableFacts(Samples.N1), List.of(written))
                            .unbuildable()
                            .get())
                    .containsExactly(written, tried);
        }
    }
}
