package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.Who;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.PartnerRequest;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Nodes;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Leases a node: reads facts, requests a grant without waiting long, cordons, proves it idle, leases it, and returns it
 * as found; else holds it.
 */
public final class PartnerWorkflow implements Partner {
    private static final Duration NO_WAITING = Duration.ofSeconds(5);
    private static final String NOT_NEEDED = "not needed any more";
    private final Journal journal;
    private final Trigger trigger;
    private final NodeBinding binding;
    private final StepRunner steps;
    private final CapacityLease lease;
    private boolean over;
    private boolean lent;
    private boolean cordonTried;
    private NodeState last = NodeState.IN_SERVICE;

    @WorkflowInit
    public PartnerWorkflow(PartnerRequest partnerRequest) {
        StartInput.check("the partner request", partnerRequest);
        StartInput.checkNamed("the partner request.borrower", partnerRequest.borrower());
        trigger = new Trigger(
                partnerRequest.partner(),
                partnerRequest.fleet(),
                Reason.OPERATOR,
                new Who(partnerRequest.borrower(), "two-node test"),
                partnerRequest.baseline(),
                Optional.empty(),
                partnerRequest.policy().atOnce(NO_WAITING),
                new Trigger.Options(false, Optional.empty(), partnerRequest.domain(), partnerRequest.taskQueue()),
                Optional.empty());
        journal = new Journal(RunKind.LEASE, "image-drift", partnerRequest.partner());
        lease = new CapacityLease(trigger);
        binding = new NodeBinding(trigger, "partner", lease);
        steps = new StepRunner(trigger, binding, journal, new OperatorDecisions(journal));
    }

    @Override
    public void reportWait(@Nullable RawValue step, @Nullable RawValue why) {
        Input.take("waits", () -> steps.waiting(Input.text(step), Input.text(why)), journal::line);
    }

    @Override
    public String lend(PartnerRequest partnerRequest) {
        List<String> end = new ArrayList<>();
        CancellationScope root = CancellationScope.current();
        Workflow.newDetachedCancellationScope(() -> end.add(lent(partnerRequest, root)))
                .run();
        return end.getFirst();
    }

    private String lent(PartnerRequest partnerRequest, CancellationScope root) {
        journal.about("partner " + partnerRequest.partner() + " for " + partnerRequest.borrower());
        String end;
        try {
            FactsRef facts = steps.run(Step.FACTS, Nodes.class, Nodes::facts);
            binding.bind(facts.identity());
            Route.Kind row = steps.run(
                            Step.DIAGNOSE,
                            Diagnosis.class,
                            (d, act) -> d.diagnose(act, facts, partnerRequest.baseline()))
                    .route()
                    .kind();
            if (row != Route.Kind.CLEAN) {
                end = "not at its baseline";
            } else if (over) {
                end = NOT_NEEDED;
            } else if (lease.take(steps, journal, root::isCancelRequested) == CapacityLease.Answer.NONE) {
                end = ungranted(root);
            } else if (over) {
                end = NOT_NEEDED;
            } else {
                end = cordoned(partnerRequest, facts, root);
            }
        } catch (RunEnded refused) {
            end = refused(refused.reason());
        } catch (TemporalFailure reported) {
            end = refused(Failures.reported(reported));
        }
        journal.leaves(last);
        journal.begin(Step.RELEASE.title(), last);
        lease.giveBack(journal);
        if (last == NodeState.HELD) {
            steps.notifications().tell(trigger.fleet(), trigger.node().toString(), NotificationState.HELD, end);
            steps.notifications().heard();
        }
        steps.note(Step.RELEASE, last, "partner for " + partnerRequest.borrower() + ": " + end);
        journal.line("ended: " + end);
        journal.ended(last);
        return end;
    }

    private String refused(String reason) {
        return cordonTried ? hold(reason) : reason;
    }

    private String ungranted(CancellationScope root) {
        if (over) {
            return NOT_NEEDED;
        }
        return root.isCancelRequested() ? "lease cancelled" : lease.none();
    }

    private String cordoned(PartnerRequest partnerRequest, FactsRef facts, CancellationScope root) {
        cordonTried = true;
        CordonRecord cordon = cordon();
        String end;
        boolean emptied = false;
        try {
            idle(Step.DRAIN);
            emptied = true;
            end = over ? NOT_NEEDED : runTest(partnerRequest, facts.bootId(), root);
        } catch (RunEnded busy) {
            end = "not idle: " + busy.reason();
        }
        steps.undoing();
        if (lent && Workflow.getVersion("partner-proven-idle-again", Workflow.DEFAULT_VERSION, 1) == 1) {
            idle(FrameSteps.IDLE_AGAIN);
        }
        boolean proven = emptied;
        steps.run(Step.READMIT, Nodes.class, (n, act) -> {
            n.readmit(act, Readmission.asFound(cordon, facts, proven));
            return true;
        });
        return end;
    }

    /** Cordons the node. A run whose grant was revoked ends before anything is done: there is nothing to hold. */
    private CordonRecord cordon() {
        try {
            return steps.run(Step.CORDON, Nodes.class, (n, act) -> n.cordon(act, false));
        } catch (RunEnded.Refused refused) {
            cordonTried = !refused.tryAgain();
            throw refused;
        }
    }

    private String runTest(PartnerRequest partnerRequest, String boot, CancellationScope root) {
        lent = true;
        tell(partnerRequest, boot);
        journal.begin("Leased", NodeState.VERIFYING);
        journal.waiting("the test of " + trigger.who().name() + ", until "
                + WorkflowTimers.now().plus(partnerRequest.within()).truncatedTo(ChronoUnit.SECONDS) + " at most");
        WorkflowTimers.atMost(partnerRequest.within(), () -> over || root.isCancelRequested());
        if (over) {
            return "returned";
        }
        return root.isCancelRequested() ? "lease cancelled" : "lease ended at the deadline";
    }

    /** Proves the node idle and evicts nothing: a lost borrower may have left its test on the GPUs. */
    private void idle(StepId step) {
        steps.run(step, Nodes.class, (n, act) -> n.drain(act, DrainPolicy.idle(Duration.ofSeconds(30))));
    }

    /**
     * Holds a partner that cannot be shown to be as it was found; it stays out, with its reason, like any other node.
     */
    private String hold(String reason) {
        steps.undoing();
        last = NodeState.HELD;
        String why = "leased to " + trigger.who().name() + ": " + reason;
        try {
            steps.run(Step.HOLD, Nodes.class, (n, act) -> {
                n.hold(act, why);
                return true;
            });
        } catch (RunEnded unmarked) {
            journal.line("the node is cordoned, its reason could not be written on it: " + unmarked.reason());
        }
        return "held: " + reason;
    }

    private void tell(PartnerRequest partnerRequest, String boot) {
        try {
            Workflow.newUntypedExternalWorkflowStub(partnerRequest.borrower())
                    .signal("lent", partnerRequest.partner(), binding.token(), boot);
        } catch (TemporalFailure gone) {
            over = true;
            journal.line("the borrower is gone: " + Failures.text(gone));
        }
    }

    @Override
    public void giveBack() {
        over = true;
    }

    @Override
    public void granted(@Nullable RawValue grant) {
        Input.take("granted", () -> lease.granted(Input.read(grant, Grant.class)), journal::line);
    }
}
