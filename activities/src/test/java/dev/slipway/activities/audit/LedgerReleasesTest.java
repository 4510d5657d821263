package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.model.node.VerificationRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whether a release without proof still counts when its time is over. */
class LedgerReleasesTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:releases", "slipway", Optional.empty());
    private final LedgerReleases releases = new LedgerReleases(ledger, InstantSource.fixed(T0));

    @AfterEach
    void close() {
        ledger.close();
    }

    private static UnverifiedRelease request(String who, int days) {
        Instant until = T0.plus(Duration.ofDays(days)).plusNanos(123_456_789);
        return new UnverifiedRelease(NODE, "prod", new Who(who, "vendor replaced it"), until, false);
    }

    private void verified(Instant at, Verdict verdict) {
        ledger.verifications()
                .put(new VerificationRecord(
                        NODE,
                        "run-2",
                        new BaselineRef("hgx", "abc"),
                        "boot-2",
                        "facts-2",
                        List.of(new GateResult("G0", verdict, "as seen")),
                        at));
    }

    @Test
    void countsUntilTheNodeIsProved() {
        assertThat(releases.counts(request("ada", 1))).as("never released").isFalse();

        releases.overriding(request("ada", 1));
        assertThat(releases.counts(request("ada", 1))).isTrue();

        verified(T0.minusSeconds(60), Verdict.PASS);
        assertThat(releases.counts(request("ada", 1))).as("proved before it").isTrue();

        verified(T0.plusSeconds(60), Verdict.FAIL);
        assertThat(releases.counts(request("ada", 1))).as("a failed proof").isTrue();

        verified(T0.plusSeconds(120), Verdict.PASS);
        assertThat(releases.counts(request("ada", 1))).isFalse();
    }

    @Test
    void countsNoMoreWhenTheNodeIsHeldOrReleasedAnew() {
        releases.overriding(request("ada", 1));
        releases.overriding(request("grace", 2));

        assertThat(releases.counts(request("ada", 1))).isFalse();
        assertThat(releases.counts(request("grace", 2))).isTrue();

        ledger.held()
                .put(new HeldNodes.Held(NODE, "prod", "XID 79", "run-3", "w", Optional.empty(), Optional.empty(), T0));
        assertThat(releases.counts(request("grace", 2))).isFalse();
    }
}
