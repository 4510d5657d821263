package dev.slipway.starter;

import dev.slipway.frame.RefusedDecision;
import dev.slipway.input.Input;
import dev.slipway.rollout.Rollout;
import dev.slipway.rollout.RolloutPlan;
import dev.slipway.rollout.RolloutSummary;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rollout that waits until it is aborted. */
public final class FakeRollout implements Rollout {
    private boolean paused;
    private String stopped = "";
    private final List<String> approvals = new ArrayList<>();
    private RolloutPlan plan =
            new RolloutPlan("", "", "", "", "", 0, List.of(), 1, java.time.Duration.ZERO, RolloutPlan.Terms.failing(1));

    @Override
    public RolloutSummary run(RolloutPlan input) {
        plan = input;
        Workflow.await(() -> !stopped.isBlank());
        return view();
    }

    @Override
    public String pause(@Nullable Object who) {
        paused = true;
        return "paused at the next node; nodes in flight finish";
    }

    @Override
    public void mayPause(@Nullable Object who) {
        if (paused) {
            throw new RefusedDecision("already paused");
        }
    }

    @Override
    public String resume(@Nullable Object who) {
        paused = false;
        return "goes on";
    }

    @Override
    public void mayResume(@Nullable Object who) {
        if (!paused) {
            throw new RefusedDecision("not paused");
        }
    }

    @Override
    public String abort(@Nullable Object who) {
        stopped = "aborted by " + Input.who(who);
        return "starts no further node";
    }

    @Override
    public void mayAbort(@Nullable Object who) {}

    @Override
    public void signalPause(@Nullable RawValue who) {
        paused = true;
    }

    @Override
    public void signalResume(@Nullable RawValue who) {
        paused = false;
    }

    @Override
    public String approve(@Nullable Object who) {
        approvals.add("approved by " + Input.who(who));
        return "approved, begins";
    }

    @Override
    public void mayApprove(@Nullable Object who) {
        RolloutPlan.Approval approval = plan.terms().approval();
        if (!waits()) {
            throw new RefusedDecision("it does not wait for approval");
        }
        if (approval.fourEyes() && approval.startedBy().equals(Input.who(who).name())) {
            throw new RefusedDecision("this rollout needs a second person");
        }
    }

    @Override
    public String deny(@Nullable Object who) {
        stopped = "denied by " + Input.who(who);
        return "ends, no node is touched";
    }

    @Override
    public void mayDeny(@Nullable Object who) {
        if (!waits()) {
            throw new RefusedDecision("it does not wait for approval");
        }
    }

    @Override
    public void signalApprove(@Nullable RawValue who) {
        approvals.add("approved by " + Input.who(who));
    }

    private boolean waits() {
        return plan.terms().approval().needed() && approvals.isEmpty();
    }

    @Override
    public void waveCancelled(@Nullable RawValue result) {}

    @Override
    public RolloutSummary view() {
        String state = stopped.isBlank() ? (waits() ? "waits for approval" : "canary") : "stopped";
        return new RolloutSummary(
                plan.change(),
                paused ? state + ", paused" : state,
                plan.nodes(),
                Map.of(),
                List.copyOf(approvals),
                List.of(),
                stopped);
    }
}
