package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Who;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Freezes, ordinary and for heat, of one fleet and of all. */
abstract class FreezesContract {
    private static final Instant NOON = Samples.NOON;
    private static final Who ANNA = new Who("anna", "audit week");

    private LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:", "", Optional.empty());

    /** Of an empty database. */
    abstract String url() throws SQLException;

    @BeforeEach
    void open() throws SQLException {
        ledger.close();
        ledger = LedgerDatabase.open(url(), "", Optional.empty());
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void freezesAFleetOrAllOfThem() {
        Freezes freezes = ledger.freezes();
        Freezes.Freeze one = new Freezes.Freeze("a", ANNA, NOON);
        assertThat(freezes.freeze(one)).isEqualTo(one);
        assertThat(freezes.freeze(new Freezes.Freeze("a", ANNA, NOON.plusSeconds(5))))
                .isEqualTo(one);
        assertThat(freezes.of("b")).isEmpty();
        Freezes.Freeze all = new Freezes.Freeze(Freezes.EVERY_FLEET, ANNA, NOON);
        freezes.freeze(all);
        assertThat(freezes.of("a")).contains(one);
        assertThat(freezes.of("b")).contains(all);
        freezes.unfreeze(Freezes.EVERY_FLEET);
        assertThat(freezes.all()).containsExactly(one);
    }

    @Test
    void i19_aFreezeForHeatTakesThePlaceOfAnotherAndIsNotReplacedByOne() {
        Freezes freezes = ledger.freezes();
        freezes.freeze(new Freezes.Freeze("a", ANNA, NOON));
        assertThat(freezes.of("a"))
                .hasValueSatisfying(found -> assertThat(found.heat()).isFalse());
        Freezes.Freeze heat = new Freezes.Freeze("a", new Who("oncall", "coolant"), NOON.plusSeconds(5), true);
        assertThat(freezes.freeze(heat)).isEqualTo(heat);
        assertThat(freezes.freeze(new Freezes.Freeze("a", ANNA, NOON.plusSeconds(9))))
                .isEqualTo(heat);
        assertThat(freezes.freeze(new Freezes.Freeze("a", ANNA, NOON.plusSeconds(9), true)))
                .isEqualTo(heat);
        assertThat(freezes.all()).containsExactly(heat);
    }

    @Test
    void i19_aFreezeOfEveryFleetForHeatIsNotHiddenByTheFleetsOwn() {
        Freezes freezes = ledger.freezes();
        freezes.freeze(new Freezes.Freeze("a", ANNA, NOON));
        Freezes.Freeze heat = new Freezes.Freeze(Freezes.EVERY_FLEET, ANNA, NOON, true);
        freezes.freeze(heat);
        assertThat(freezes.of("a")).contains(heat);
        freezes.unfreeze(Freezes.EVERY_FLEET);
        assertThat(freezes.of("a"))
                .hasValueSatisfying(found -> assertThat(found.heat()).isFalse());
    }
}
