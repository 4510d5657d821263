package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Port;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.PartnerRequest;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Nodes;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * Represents one lease on the borrower's side. The borrower goes on however the partner's run ends – returned,
 * cancelled, terminated, past its deadline: no end of a partner ends the run that borrowed it.
 */
final class PartnerLease {
    /** Limits how long the engine may take to report how a closed run ended. */
    private static final Duration SOON = Duration.ofMinutes(1);

    /** Identifies the run that borrows. */
    record Borrower(Trigger trigger, NodeBinding binding, StepRunner steps, Journal journal) {}

    private final Borrower borrower;
    private final NodeRef partner;
    private final Partner partnerRun;
    private final Promise<String> end;
    private final String run;
    private boolean gone;

    private PartnerLease(Borrower borrower, NodeRef partner, Partner partnerRun, Promise<String> end) {
        this.borrower = borrower;
        this.partner = partner;
        this.partnerRun = partnerRun;
        this.end = end;
        this.run = Workflow.getWorkflowExecution(partnerRun).get().getRunId();
    }

    /** Starts the lease, for {@code longest} at most; returns empty if another run holds the partner. */
    static Optional<PartnerLease> begin(Borrower borrower, NodeRef partner, Duration longest) {
        Trigger trigger = borrower.trigger();
        Partner partnerRun = Workflow.newChildWorkflowStub(
                Partner.class,
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId(partner.workflowId())
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL)
                        .setStaticSummary("partner of " + trigger.node().name())
                        .build());
        Promise<String> end = Async.function(
                partnerRun::lend,
                new PartnerRequest(
                        partner,
                        trigger.fleet(),
                        trigger.options().domain(),
                        Workflow.getInfo().getWorkflowId(),
                        trigger.goal(),
                        longest,
                        trigger.policy(),
                        trigger.options().taskQueue()));
        try {
            return Optional.of(new PartnerLease(borrower, partner, partnerRun, end));
        } catch (ChildWorkflowFailure busy) {
            return Optional.empty();
        }
    }

    NodeRef partner() {
        return partner;
    }

    /** Returns the run of the lease, which the partner's cordon mark names. */
    String run() {
        return run;
    }

    /** Returns whether the partner's run has ended, however. */
    boolean over() {
        return gone || end.isCompleted();
    }

    /** Returns whether this run watches the end of its leases; one that began on an older worker does not. */
    static boolean minded() {
        return Workflow.getVersion("pair-test-minds-its-loan", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    /**
     * Ends the lease after the test. Returns false if the partner had ended it before: its test then does not count.
     */
    boolean giveBack() {
        if (over()) {
            return false;
        }
        try {
            partnerRun.giveBack();
            return true;
        } catch (TemporalFailure closed) {
            gone = true;
            borrower.journal().line(partner + " had ended its lease by itself: " + Failures.text(closed));
            return false;
        }
    }

    /**
     * Abandons a lease without a result. What a test that was {@code begun} left on the two nodes is ended before the
     * partner goes back.
     */
    void abandon(boolean begun) {
        boolean minded = minded();
        if (begun && minded) {
            endTest();
        }
        boolean heard = (begun || minded) && giveBack();
        if (minded && !heard) {
            closed(begun);
        }
    }

    /** Ends the test. If that fails, the partner sees by itself that its GPUs are busy, and is held. */
    private void endTest() {
        try {
            stub(Diagnostics.class, FrameSteps.PAIR_END)
                    .endPair(borrower.binding().act(FrameSteps.PAIR_END.step(), 1), partner);
        } catch (TemporalFailure failure) {
            borrower.journal()
                    .line("the test with " + partner + " may still run on both nodes: " + Failures.text(failure));
        }
    }

    /**
     * Handles a partner whose run has closed. If it ended by itself, it is back in service, or held, and has reported
     * that. A run that was closed by force leaves its node cordoned: the node is put on the list of held nodes, and
     * people are notified.
     */
    private void closed(boolean begun) {
        WorkflowTimers.atMost(SOON, end::isCompleted);
        if (end.isCompleted() && end.getFailure() == null) {
            borrower.journal().line("the lease of " + partner + " ended early: " + end.get());
            return;
        }
        if (end.isCompleted() && end.getFailure().getCause() instanceof CanceledFailure) {
            borrower.journal().line("the lease of " + partner + " was cancelled");
            return;
        }
        Trigger trigger = borrower.trigger();
        String reason =
                "leased to " + trigger.node() + ", and its run was closed by force before it gave the node back";
        borrower.journal().line(partner + " was " + reason);
        if (begun) {
            hold(reason);
        }
        borrower.steps()
                .notifications()
                .tell(trigger.fleet(), partner.toString(), NotificationState.HELD, "held: " + reason);
    }

    private void hold(String reason) {
        try {
            stub(Nodes.class, Step.HOLD)
                    .hold(borrower.binding().act(Step.HOLD, 1).on(partner, run), reason);
        } catch (TemporalFailure unmarked) {
            borrower.journal().line(partner + " could not be marked as held: " + Failures.text(unmarked));
        }
    }

    private <T> T stub(Class<T> port, StepId id) {
        return Port.of(port)
                .stub(id.step().title(), borrower.trigger().options().taskQueue());
    }
}
