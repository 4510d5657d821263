package dev.slipway.runbook;

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
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The loan: grant asked without waiting long, facts, cordon, proven idle, lent, given back as found. */
public final class PartnerLoan implements Partner {
    private static final Duration NO_WAITING = Duration.ofSeconds(20);
    private final Port<Nodes> nodes = Port.quick(Nodes.class);
    private final Port<Diagnosis> diagnosis = Port.quick(Diagnosis.class);
    private final Journal journal = new Journal();
    private final Trigger trigger;
    private final Steps steps;
    private final LeaveOfService leave;
    private boolean over;

    @WorkflowInit
    public PartnerLoan(Loan loan) {
        trigger = new Trigger(
                loan.partner(),
                loan.fleet(),
                Reason.OPERATOR,
                new Who(loan.borrower(), "two-node test"),
                loan.baseline(),
                Optional.empty(),
                loan.policy().atOnce(NO_WAITING),
                new Trigger.Options(false, Optional.empty(), loan.domain()),
                Optional.empty());
        steps = new Steps(trigger, "partner", journal, new Desk(journal));
        leave = new LeaveOfService(trigger);
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
        try {
            if (leave.take(steps, journal, root::isCancelRequested) == LeaveOfService.Answer.NONE) {
                return "no capacity";
            }
            FactsRef facts = steps.run(Step.FACTS, nodes, Nodes::facts);
            steps.bind(facts.identity());
            Route.Kind row = steps.run(Step.DIAGNOSE, diagnosis, (d, act) -> d.diagnose(act, facts, loan.baseline()))
                    .route()
                    .kind();
            return row == Route.Kind.CLEAN ? cordoned(loan, facts, root) : "not at its baseline";
        } catch (GateClosed | RollBackWanted | HoldWanted refused) {
            return String.valueOf(refused.getMessage());
        } finally {
            leave.giveBack(journal);
        }
    }

    private String cordoned(Loan loan, FactsRef facts, CancellationScope root) {
        CordonRecord cordon = steps.run(Step.CORDON, nodes, (n, act) -> n.cordon(act, false));
        String end;
        try {
            steps.run(Step.DRAIN, nodes, (n, act) -> n.drain(act, new DrainPolicy(Duration.ofSeconds(30), false)));
            tell(loan);
            journal.begin("Lent", NodeState.VERIFYING);
            Waits.atMost(loan.within(), () -> over || root.isCancelRequested());
            end = over ? "given back" : "taken back at the deadline";
        } catch (GateClosed | RollBackWanted | HoldWanted busy) {
            end = "not idle: " + busy.getMessage();
        }
        steps.undoing();
        steps.run(Step.READMIT, nodes, (n, act) -> {
            n.readmit(act, new Readmission(cordon, Optional.empty(), Optional.of(facts)));
            return true;
        });
        return end;
    }

    private void tell(Loan loan) {
        try {
            Workflow.newUntypedExternalWorkflowStub(loan.borrower()).signal("lent", loan.partner());
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
    public void granted(Grant grant) {
        leave.granted(grant);
    }
}
