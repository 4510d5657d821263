package dev.slipway.activities.safety;

import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.ReleaseRecords;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.Standing;
import dev.slipway.model.Act;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.FailureType;
import dev.slipway.model.ReleaseWish;
import dev.slipway.port.Releases;

/**
 * Puts a held node back without proof, because a person requested it; the override is recorded before anything is done.
 */
public final class ReleaseByHand implements Releases {
    private final Schedulers schedulers;
    private final ReleaseRecords records;

    public ReleaseByHand(Schedulers schedulers, ReleaseRecords records) {
        this.schedulers = schedulers;
        this.records = records;
    }

    @Override
    public String release(Act act, ReleaseWish wish) {
        if (wish.who().unauthenticated()) {
            throw FailureType.GATE_CLOSED.of("a release without proof needs a name and a reason");
        }
        NodeScheduler scheduler = schedulers.of(act);
        Standing standing = scheduler.standing(act);
        if (standing.mark().isEmpty()) {
            if (!standing.schedulable()) {
                throw FailureType.FOREIGN_ACTOR.of(
                        act.node() + " is not ours to release: it was taken out by " + standing.owner());
            }
            records.released(act.node(), "");
            return "already in service";
        }
        CordonRecord mark = standing.mark().get();
        CordonRecord before = records.found(act.node()).orElse(mark);
        boolean foreign = mark.foreign() || before.foreign();
        records.overriding(wish);
        scheduler.putBack(
                act,
                new CordonRecord(
                        act.node(),
                        mark.ownerToken(),
                        before.priorState(),
                        before.priorReason(),
                        foreign,
                        before.since()),
                true);
        records.released(act.node(), mark.ownerToken());
        return foreign
                ? "no longer held by us; it stays out as it was found: " + before.priorReason()
                : "back in service without proof until " + wish.until();
    }
}
