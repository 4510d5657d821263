package dev.slipway.activities.record;

import dev.slipway.activities.guard.Waiting;
import dev.slipway.ledger.NodeRows;
import dev.slipway.model.Act;
import dev.slipway.model.NodeNote;
import io.temporal.activity.Activity;
import java.time.Instant;
import java.time.InstantSource;

/** Waiting inside an activity: heartbeats, and the node's row says why. */
public final class ActivityWaiting implements Waiting {
    private final NodeRows rows;
    private final InstantSource clock;

    public ActivityWaiting(NodeRows rows, InstantSource clock) {
        this.rows = rows;
        this.clock = clock;
    }

    @Override
    public Instant since() {
        return Instant.ofEpochMilli(Activity.getExecutionContext().getInfo().getScheduledTimestamp());
    }

    @Override
    public void works() {
        Activity.getExecutionContext().heartbeat("works");
    }

    @Override
    public void waits(Act act, String why) {
        Activity.getExecutionContext().heartbeat(why);
        rows.put(new NodeNote(
                act.node(),
                act.fleet(),
                act.runbook(),
                act.step().state(),
                act.step().id(),
                why,
                act.workflowId(),
                act.token(),
                clock.instant(),
                rows.of(act.node()).flatMap(NodeNote::row)));
    }
}
