package dev.slipway.starter;

import dev.slipway.model.Grant;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Trigger;
import dev.slipway.model.Who;
import dev.slipway.runbook.RefusedDecision;
import dev.slipway.runbook.RunView;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;

/** A run that waits until a person holds it or it may leave service, and refuses every other decision as the real one does when none is open. */
public final class FakeImageDrift implements ImageDrift {
    private String held = "";
    private boolean granted;

    @Override
    public NodeOutcome run(Trigger trigger) {
        Workflow.await(() -> granted || !held.isBlank());
        Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
        return new NodeOutcome(
                trigger.node(),
                held.isBlank() ? Outcome.CONVERGED : Outcome.HELD,
                held,
                "D5",
                List.of(),
                List.of("image-drift"),
                now,
                now,
                "",
                false);
    }

    @Override
    public String retry(Who who) {
        return "retry accepted";
    }

    @Override
    public void mayRetry(Who who) {
        throw new RefusedDecision("no step waits for a decision now");
    }

    @Override
    public String rollBack(Who who) {
        return "rollBack accepted";
    }

    @Override
    public void mayRollBack(Who who) {
        throw new RefusedDecision("no step waits for a decision now");
    }

    @Override
    public String hold(Who who) {
        held = who.toString();
        return "hold accepted";
    }

    @Override
    public void mayHold(Who who) {}

    @Override
    public String abort(Who who) {
        return "stops at the next safe point, then rolls back";
    }

    @Override
    public void mayAbort(Who who) {}

    @Override
    public void signalRetry(Who who) {}

    @Override
    public void signalRollBack(Who who) {}

    @Override
    public void signalHold(Who who) {
        held = who.toString();
    }

    @Override
    public void granted(Grant grant) {
        granted = true;
    }

    @Override
    public void waits(String step, String why) {}

    @Override
    public void lent(NodeRef partner) {}

    @Override
    public RunView view() {
        return new RunView("WAITING", "drain", "waits for a pod", List.of("hold"), "", List.of("facts 2 s"));
    }
}
