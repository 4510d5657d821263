package dev.slipway.activities.record;

import dev.slipway.activities.guard.Waiting;
import dev.slipway.ledger.NodeRows;
import dev.slipway.model.Act;
import dev.slipway.model.NodeNote;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.common.converter.DataConverterException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Waiting inside an activity: heartbeats, the node's row says why, and, when it lasts, the run's own details. */
public final class ActivityWaiting implements Waiting {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Waited NOTHING = new Waited("works", Map.of());

    private final NodeRows rows;
    private final InstantSource clock;
    private final ToldRun run;
    private final Recent<Waited> last = new Recent<>();

    /** What a heartbeat carries to the next attempt: what is in the way, with the time since which it is. */
    public record Waited(String why, Map<String, Instant> inTheWay) {}

    /** {@code hurry} is how much faster than the clock simulated time passes, else 1. */
    public ActivityWaiting(NodeRows rows, InstantSource clock, double hurry) {
        this.rows = rows;
        this.clock = clock;
        this.run = new ToldRun(Duration.ofMillis((long) (SOON.toMillis() / hurry)));
    }

    @Override
    public Instant since() {
        return Instant.ofEpochMilli(context().getInfo().getScheduledTimestamp());
    }

    @Override
    public Map<String, Instant> inTheWay() {
        try {
            return context()
                    .getLastHeartbeatDetails(Waited.class)
                    .map(Waited::inTheWay)
                    .orElse(Map.of());
        } catch (DataConverterException other) {
            // The attempt before was lost while it asked the node, whose heartbeats say what is asked.
            return Map.of();
        }
    }

    @Override
    public void works() {
        context().heartbeat(last.of(context().getInfo()).orElse(NOTHING));
    }

    @Override
    public void waits(Act act, String why) {
        waits(act, why, Map.of());
    }

    @Override
    public void waits(Act act, String why, Map<String, Instant> inTheWay) {
        Waited now = new Waited(why, Map.copyOf(inTheWay));
        last.put(context().getInfo(), now);
        context().heartbeat(now);
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
        run.waits(context(), act.step().id(), why, clock.instant());
    }

    private static ActivityExecutionContext context() {
        return Activity.getExecutionContext();
    }
}
