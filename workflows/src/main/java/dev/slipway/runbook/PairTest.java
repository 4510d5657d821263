package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Loan;
import dev.slipway.model.NodeRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.model.Verdict;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Ledger;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * G9, the two-node test: with a partner that is leased, cordoned and idle. A pair that fails is repeated with a second
 * partner before the node is blamed. No partner is "not run", never passed. A test that is suspended for heat gives its
 * partner back and begins anew when that is over.
 */
final class PairTest {
    private static final Step CHOOSE = new Step("partner", "Choose a partner", NodeState.VERIFYING);
    private static final Step TEST = new Step("nccl-pair", "nccl-tests with a partner", NodeState.VERIFYING);
    private static final int PARTNERS = 2;
    private static final int ASKED = 5;
    private static final Duration LONGEST = Duration.ofMinutes(45);
    private final Port<Ledger> ledger = Port.quick(Ledger.class);
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Diagnostics.PAIR_ATTEMPT_TIMEOUT);
    private final Trigger trigger;
    private final Steps steps;
    private Optional<NodeRef> lent = Optional.empty();
    private boolean suspended;

    PairTest(Trigger trigger, Steps steps) {
        this.trigger = trigger;
        this.steps = steps;
    }

    void lent(NodeRef partner) {
        lent = Optional.of(partner);
    }

    GateResult run(BaselineRef goal) {
        GateResult result = new GateResult("G9", Verdict.NOT_RUN, "no idle partner at its baseline");
        int tested = 0;
        for (int asked = 0; asked < ASKED && tested < PARTNERS && result.verdict() != Verdict.PASS; asked++) {
            int nth = asked;
            Optional<NodeRef> partner = steps.run(CHOOSE, ledger, (l, act) -> l.partnerFor(act, trigger.goal(), nth));
            if (partner.isEmpty()) {
                return result;
            }
            Optional<GateResult> tried = with(partner.get(), goal);
            if (suspended) {
                suspended = false;
                steps.suspended(TEST);
                return run(goal);
            }
            tested += tried.isPresent() ? 1 : 0;
            result = tried.orElse(result);
        }
        return result;
    }

    private Optional<GateResult> with(NodeRef partner, BaselineRef goal) {
        lent = Optional.empty();
        Partner loan = Workflow.newChildWorkflowStub(
                Partner.class,
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId(partner.workflowId())
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL)
                        .setStaticSummary("partner of " + trigger.node().name())
                        .build());
        Promise<String> end = Async.function(
                loan::lend,
                new Loan(
                        partner,
                        trigger.fleet(),
                        trigger.options().domain(),
                        Workflow.getInfo().getWorkflowId(),
                        trigger.goal(),
                        LONGEST,
                        trigger.policy(),
                        trigger.options().taskQueue()));
        try {
            Workflow.getWorkflowExecution(loan).get();
        } catch (ChildWorkflowFailure busy) {
            return Optional.empty();
        }
        Waits.atMost(LONGEST, () -> end.isCompleted() || lent.equals(Optional.of(partner)));
        if (end.isCompleted() || lent.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<GateResult> result =
                    steps.unlessSuspended(TEST, diagnostics, (d, act) -> d.ncclPair(act, goal, partner));
            suspended = result.isEmpty();
            return result;
        } finally {
            loan.giveBack();
            if (suspended) {
                Waits.atMost(LONGEST, end::isCompleted);
            }
        }
    }
}
