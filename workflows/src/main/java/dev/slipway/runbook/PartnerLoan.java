package dev.slipway.runbook;

import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.FactsRef;
import dev.slipway.model.Grant;
import dev.slipway.model.Loan;
import dev.slipway.model.NodeState;
import dev.slipway.model.Readmission;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.model.Who;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Nodes;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The loan: facts, a grant asked without waiting long, cordon, proven idle, lent, given back as found; else held. */
public final class PartnerLoan implements Partner {
    private static final Duration NO_WAITING = Duration.ofSeconds(5);
    private static final String NOT_NEEDED = "not needed any more";
    private static final Step RETURNED = new Step("idle-again", "Prove that the test is over", NodeState.VERIFYING);
    private final Port<Nodes> nodes = Port.quick(Nodes.class);
    private final Port<Diagnosis> diagnosis = Port.quick(Diagnosis.class);
    private final Journal journal = new Journal();
    private final Trigger trigger;
    private final Steps steps;
    private final LeaveOfService leave;
    private boolean over;
    private boolean lent;
    private boolean cordonTried;
    private NodeState last = NodeState.IN_SERVICE;

    @WorkflowInit
    public PartnerLoan(Loan loan) {
        StartInput.check("the loan", loan);
        StartInput.checkNamed("the loan.borrower", loan.borrower());
        trigger = new Trigger(
                loan.partner(),
                loan.fleet(),
                Reason.OPERATOR,
                new Who(loan.borrower(), "two-node test"),
                loan.baseline(),
                Optional.empty(),
                loan.policy().atOnce(NO_WAITING),
                new Trigger.Options(false, Optional.empty(), loan.domain(), loan.taskQueue()),
                Optional.empty());
        leave = new LeaveOfService(trigger);
        steps = new Steps(trigger, "partner", journal, new Desk(journal), leave);
    }

    @Override
    public void waits(@Nullable RawValue step, @Nullable RawValue why) {
        Input.take("waits", () -> steps.waits(Input.text(step), Input.text(why)), journal::line);
    }

    @Override
    public String lend(Loan loan) {
        List<String> end = new ArrayList<>();
        CancellationScope root = CancellationScope.current();
        Workflow.newDetachedCancellationScope(() -> end.add(lent(loan, root))).run();
        return end.getFirst();
    }

    private String lent(Loan loan, CancellationScope root) {
        journal.about("partner " + loan.partner() + " for " + loan.borrower());
        String end;
        try {
            FactsRef facts = steps.run(Step.FACTS, nodes, Nodes::facts);
            steps.bind(facts.identity());
            Route.Kind row = steps.run(Step.DIAGNOSE, diagnosis, (d, act) -> d.diagnose(act, facts, loan.baseline()))
                    .route()
                    .kind();
            if (row != Route.Kind.CLEAN) {
                end = "not at its baseline";
            } else if (over) {
                end = NOT_NEEDED;
            } else if (leave.take(steps, journal, root::isCancelRequested) == LeaveOfService.Answer.NONE) {
                end = "no capacity";
            } else if (over) {
                end = NOT_NEEDED;
            } else {
                end = cordoned(loan, facts, root);
            }
        } catch (GateClosed | RollBackWanted | HoldWanted | TemporalFailure refused) {
            String reason = String.valueOf(refused.getMessage());
            end = cordonTried ? hold(reason) : reason;
        }
        leave.giveBack(journal);
        if (last == NodeState.HELD) {
            steps.telling().tell(trigger.fleet(), trigger.node().toString(), last.word(), end);
            steps.telling().heard();
        }
        steps.note(Step.RELEASE, last, "partner for " + loan.borrower() + ": " + end);
        return end;
    }

    private String cordoned(Loan loan, FactsRef facts, CancellationScope root) {
        cordonTried = true;
        CordonRecord cordon = cordon();
        String end;
        boolean emptied = false;
        try {
            idle(Step.DRAIN);
            emptied = true;
            end = over ? NOT_NEEDED : onLoan(loan, facts.bootId(), root);
        } catch (GateClosed | RollBackWanted | HoldWanted busy) {
            end = "not idle: " + busy.getMessage();
        }
        steps.undoing();
        if (lent && Workflow.getVersion("partner-proven-idle-again", Workflow.DEFAULT_VERSION, 1) == 1) {
            idle(RETURNED);
        }
        boolean proven = emptied;
        steps.run(Step.READMIT, nodes, (n, act) -> {
            n.readmit(act, Readmission.asFound(cordon, facts, proven));
            return true;
        });
        return end;
    }

    /** A run whose leave was taken back gives way before anything is done: its node is nothing to hold. */
    private CordonRecord cordon() {
        try {
            return steps.run(Step.CORDON, nodes, (n, act) -> n.cordon(act, false));
        } catch (GateClosed refused) {
            cordonTried = !refused.givesWay();
            throw refused;
        }
    }

    private String onLoan(Loan loan, String boot, CancellationScope root) {
        lent = true;
        tell(loan, boot);
        journal.begin("Lent", NodeState.VERIFYING);
        WorkflowWaits.atMost(loan.within(), () -> over || root.isCancelRequested());
        if (over) {
            return "given back";
        }
        return root.isCancelRequested() ? "taken back: cancelled" : "taken back at the deadline";
    }

    /** Nothing is asked to leave: a borrower that is gone may have left its test on the GPUs. */
    private void idle(Step step) {
        steps.run(step, nodes, (n, act) -> n.drain(act, DrainPolicy.idle(Duration.ofSeconds(30))));
    }

    /** A partner that cannot be shown to be as it was found stays out, with its reason, like any other node. */
    private String hold(String reason) {
        steps.undoing();
        last = NodeState.HELD;
        String why = "lent to " + trigger.who().name() + ": " + reason;
        try {
            steps.run(Step.HOLD, nodes, (n, act) -> {
                n.hold(act, why);
                return true;
            });
        } catch (GateClosed | RollBackWanted | HoldWanted unmarked) {
            journal.line("the node is cordoned, its reason could not be written on it: " + unmarked.getMessage());
        }
        return "held: " + reason;
    }

    private void tell(Loan loan, String boot) {
        try {
            Workflow.newUntypedExternalWorkflowStub(loan.borrower())
                    .signal("lent", loan.partner(), steps.token(), boot);
        } catch (TemporalFailure gone) {
            over = true;
            journal.line("the borrower is gone: " + gone.getMessage());
        }
    }

    @Override
    public void giveBack() {
        over = true;
    }

    @Override
    public void granted(@Nullable RawValue grant) {
        Input.take("granted", () -> leave.granted(Input.read(grant, Grant.class)), journal::line);
    }
}
