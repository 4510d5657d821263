package dev.slipway.ledger;

import static dev.slipway.ledger.Samples.ANNA;
import static dev.slipway.ledger.Samples.GOAL;
import static dev.slipway.ledger.Samples.N1;
import static dev.slipway.ledger.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.BaselineRef;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of lines that people accepted, on every database alike. */
abstract class KnownLinesContract {
    /** Of an empty database. */
    abstract String url() throws SQLException;

    @Test
    void keepsEachLineOnceForTheBaselinesOfOneName() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            KnownLines known = ledger.knownLines();
            known.accept(Samples.act(N1, "t1"), GOAL, List.of("NVRM: b", "NVRM: a"), ANNA, NOON);
            known.accept(Samples.act(N1, "t2"), GOAL, List.of("NVRM: a", "NVRM: 0"), ANNA, NOON.plusSeconds(9));
            known.accept(Samples.act(N1, "t2"), new BaselineRef("other", "cc"), List.of("NVRM: c"), ANNA, NOON);

            assertThat(known.of(GOAL.id())).containsExactly("NVRM: a", "NVRM: b", "NVRM: 0");
            assertThat(known.of("other")).containsExactly("NVRM: c");
            assertThat(known.of("another")).isEmpty();
        }
    }

    @Test
    void tellsWhoAcceptedALineAndForgetsItForOneBaselineOnly() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            KnownLines known = ledger.knownLines();
            known.accept(Samples.act(N1, "t1"), GOAL, List.of("NVRM: a", "NVRM: b"), ANNA, NOON);
            known.accept(Samples.act(N1, "t2"), new BaselineRef("z", "cc"), List.of("NVRM: a"), ANNA, NOON);

            assertThat(known.all())
                    .containsExactly(
                            new KnownLines.Accepted(GOAL.id(), "NVRM: a", ANNA, N1, "t1", NOON),
                            new KnownLines.Accepted(GOAL.id(), "NVRM: b", ANNA, N1, "t1", NOON),
                            new KnownLines.Accepted("z", "NVRM: a", ANNA, N1, "t2", NOON));

            known.forget(GOAL.id(), "NVRM: a");
            known.forget(GOAL.id(), "NVRM: a");
            assertThat(known.of(GOAL.id())).containsExactly("NVRM: b");
            assertThat(known.of("z")).containsExactly("NVRM: a");
        }
    }
}
