package dev.slipway.activities.audit;

import dev.slipway.activities.spi.ReleaseRecords;
import dev.slipway.ledger.Cordons;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.Overrides;
import dev.slipway.ledger.Verifications;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.UnverifiedRelease;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Releases by hand, remembered in the ledger. */
public final class LedgerReleases implements ReleaseRecords {
    private final Cordons cordons;
    private final HeldNodes held;
    private final Overrides overrides;
    private final Verifications verifications;
    private final InstantSource clock;

    public LedgerReleases(LedgerDatabase ledger, InstantSource clock) {
        this.cordons = ledger.cordons();
        this.held = ledger.held();
        this.overrides = ledger.overrides();
        this.verifications = ledger.verifications();
        this.clock = clock;
    }

    @Override
    public Optional<CordonRecord> found(NodeRef node) {
        return cordons.of(node);
    }

    @Override
    public void overriding(UnverifiedRelease request) {
        overrides.put(new Overrides.Release(request.node(), request.who(), clock.instant(), request.until()));
    }

    @Override
    public void released(NodeRef node, String ownerToken) {
        held.remove(node);
        cordons.forget(node, ownerToken);
    }

    @Override
    public boolean counts(UnverifiedRelease request) {
        Instant until = request.until().truncatedTo(ChronoUnit.MICROS);
        return held.of(request.node()).isEmpty()
                && overrides
                        .last(request.node())
                        .filter(last ->
                                last.who().equals(request.who()) && last.until().equals(until))
                        .filter(last -> !verifications.provedSince(request.node(), last.since()))
                        .isPresent();
    }
}
