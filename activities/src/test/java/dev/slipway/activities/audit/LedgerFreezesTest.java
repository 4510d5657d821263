package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.Freezes.Freeze;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Who;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerFreezesTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Who WHO = new Who("oncall", "coolant alarm");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:freezes", "slipway", Optional.empty());
    private final LedgerFreezes freezes = new LedgerFreezes(ledger);

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void i19_onlyAFreezeForHeatSuspendsWhatHeats() {
        ledger.freezes().freeze(new Freeze("prod-a", WHO, NOON));

        assertThat(freezes.frozen("prod-a")).contains("coolant alarm (oncall, since " + NOON + ")");
        assertThat(freezes.suspended("prod-a")).isEmpty();
    }

    @Test
    void i19_aFreezeOfAllForHeatSuspendsInEveryFleetAndSaysSinceWhenAndHowItIsEnded() {
        ledger.freezes().freeze(new Freeze("*", WHO, NOON, true));

        assertThat(freezes.frozen("prod-b"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("for heat: coolant alarm"));
        assertThat(freezes.suspended("prod-b"))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("prod-b is frozen for heat: coolant alarm (oncall, since " + NOON)
                        .endsWith("slipway unfreeze --fleet '*' --reason …"));
        ledger.freezes().unfreeze("*");
        assertThat(freezes.suspended("prod-b")).isEmpty();
    }
}
