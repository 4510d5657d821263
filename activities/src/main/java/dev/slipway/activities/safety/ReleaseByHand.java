package dev.slipway.activities.safety;

import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.ReleaseRecords;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;

/**
 * Puts a held node back without proof, because a person requested it; the override is recorded before anything is done.
 * A node that stays out as it was found gets none: it is not in service by the release.
 */
public final class ReleaseByHand implements Releases {
    private final Schedulers schedulers;
    private final ReleaseRecords records;

    public ReleaseByHand(Schedulers schedulers, ReleaseRecords records) {
        this.schedulers = schedulers;
        this.records = records;
    }

    @Override
    public String release(Act act, UnverifiedRelease request) {
        if (request.who().unauthenticated()) {
            throw FailureType.GATE_CLOSED.of("a release without proof needs a name and a reason");
        }
        NodeScheduler scheduler = schedulers.of(act);
        SchedulingState schedulingState = scheduler.standing(act);
        if (schedulingState.mark().isEmpty()) {
            if (!schedulingState.schedulable()) {
                throw FailureType.EXTERNAL_CHANGE.of(
                        act.node() + " is not ours to release: it was taken out by " + schedulingState.owner());
            }
            records.overriding(request);
            records.released(
                    act.node(),
                    records.found(act.node()).map(CordonRecord::ownerToken).orElse(""));
            return "already in service; without proof until " + request.until();
        }
        CordonRecord mark = schedulingState.mark().get();
        CordonRecord before = records.found(act.node()).orElse(mark);
        boolean foreign = mark.foreign() || before.foreign();
        boolean staysOut = foreign && !schedulingState.schedulable();
        if (!staysOut) {
            records.overriding(request);
        }
        scheduler.restore(
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
        return staysOut
                ? "no longer held by us; it stays out as it was found: " + before.priorReason()
                : "back in service without proof until " + request.until();
    }

    @Override
    public String expired(Act act, UnverifiedRelease request) {
        return records.counts(request)
                ? act.node() + " was released without proof until " + request.until() + " by " + request.who()
                        + ", and not proved since. Prove it: slipway run image-drift --node " + act.node()
                        + " --reason 'release ended'"
                : "";
    }
}
