package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Durations;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.VerificationRecord;
import dev.slipway.port.Gates;
import dev.slipway.port.Ledger;
import dev.slipway.port.Nodes;
import io.temporal.workflow.Workflow;
import java.util.List;

/** Returns a node to service: writes the proof under the running boot, readmits the node, and soaks. */
final class ReturnToService {
    private final NodeRunbook runbook;
    private final RunContext run;
    private final Endings endings;
    private boolean begun;

    ReturnToService(NodeRunbook runbook, RunContext run, Endings endings) {
        this.runbook = runbook;
        this.run = run;
        this.endings = endings;
    }

    /** Returns whether the node may be in service by this run: from then on it is never rolled back or handed over. */
    boolean begun() {
        return begun;
    }

    /** Verifies the node as {@code goal}, readmits it, and looks at it once more after its soak. */
    Ending to(BaselineRef goal) {
        RunEnded.held(() -> runbook.verify(goal));
        readmit(goal);
        return soak();
    }

    void readmit(BaselineRef goal) {
        run.decisions.readmitting(true);
        FactsRef now = quiet(goal);
        VerificationRecord record = new VerificationRecord(
                run.trigger.node(),
                run.binding.token(),
                goal,
                now.bootId(),
                now.hash(),
                run.proofs.results(),
                WorkflowTimers.now());
        run.act(FrameSteps.RECORD_VERIFICATION, Ledger.class, (l, act) -> l.verified(act, record));
        begun = true;
        run.steps.undoing();
        Readmission proven = Readmission.proven(run.cordoning.record().orElseThrow(), record);
        run.act(Step.READMIT, Nodes.class, (n, act) -> n.readmit(act, proven));
    }

    /**
     * The reading that the proof stands on: G3 once more, with the tests behind it. Where a person was asked about it,
     * time has passed, and the node is read again.
     */
    private FactsRef quiet(BaselineRef goal) {
        FactsRef now;
        do {
            now = run.readings.now(FrameSteps.PROVEN);
            run.mustBeTested(FrameSteps.PROVEN.step().title(), now.bootId());
            run.proofs.proveQuiet(now);
        } while (run.steps.askedAboutLines(now, goal));
        return now;
    }

    private Ending soak() {
        String soak = "soaks for " + Durations.words(run.trigger.policy().soak());
        run.journal.begin(Step.SOAK.title(), Step.SOAK.state());
        run.journal.waiting(soak);
        run.steps.note(Step.SOAK, NodeState.READMITTED, soak);
        Workflow.sleep(run.trigger.policy().soak());
        List<String> troubles = run.step(Step.SOAK, Gates.class, Gates::sinceReadmission);
        if (troubles.isEmpty()) {
            return endings.converged();
        }
        run.cordoning.again();
        return endings.hold("soak failed: " + String.join("; ", troubles));
    }
}
