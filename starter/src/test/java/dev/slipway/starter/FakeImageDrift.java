package dev.slipway.starter;

import dev.slipway.frame.RefusedDecision;
import dev.slipway.frame.RunView;
import dev.slipway.input.Input;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    public String retry(@Nullable Object who) {
        return "retry accepted";
    }

    @Override
    public void mayRetry(@Nullable Object who) {
        throw new RefusedDecision("no step waits for a decision now");
    }

    @Override
    public String rollBack(@Nullable Object who) {
        return "rollBack accepted";
    }

    @Override
    public void mayRollBack(@Nullable Object who) {
        throw new RefusedDecision("no step waits for a decision now");
    }

    @Override
    public String accept(@Nullable Object who) {
        return "accept accepted";
    }

    @Override
    public void mayAccept(@Nullable Object who) {
        throw new RefusedDecision("no step waits for a decision now");
    }

    @Override
    public String hold(@Nullable Object who) {
        held = Input.who(who).toString();
        return "hold accepted";
    }

    @Override
    public void mayHold(@Nullable Object who) {}

    @Override
    public String abort(@Nullable Object who) {
        return "the run stops at the next safe point and rolls back; where that fails, the node is held";
    }

    @Override
    public void mayAbort(@Nullable Object who) {}

    @Override
    public void signalRetry(@Nullable RawValue who) {}

    @Override
    public void signalRollBack(@Nullable RawValue who) {}

    @Override
    public void signalAccept(@Nullable RawValue who) {}

    @Override
    public void signalHold(@Nullable RawValue who) {
        held = Input.who(who).toString();
    }

    @Override
    public void granted(@Nullable RawValue grant) {
        granted = true;
    }

    @Override
    public void reportWait(@Nullable RawValue step, @Nullable RawValue why) {}

    @Override
    public void lent(@Nullable RawValue partner, @Nullable RawValue run, @Nullable RawValue boot) {}

    @Override
    public void stop(@Nullable RawValue wave, @Nullable RawValue why) {}

    @Override
    public RunView view() {
        return new RunView("WAITING", "drain", "waits for a pod", List.of("hold"), "", List.of("facts 2 s"));
    }
}
