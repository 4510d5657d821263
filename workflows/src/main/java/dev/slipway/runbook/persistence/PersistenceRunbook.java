package dev.slipway.runbook.persistence;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.PersistenceState;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.GpuPersistence;
import dev.slipway.port.Nodes;
import dev.slipway.runbook.NodeRunbook;
import dev.slipway.runbook.Port;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** persistence: its sections bear the names of those in README.md beside this file. */
public final class PersistenceRunbook extends NodeRunbook implements Persistence {
    private static final Duration IDLE = Duration.ofSeconds(60);

    private final Port<GpuPersistence> mode = Port.lasting(GpuPersistence.class, Duration.ofMinutes(10));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofMinutes(60));

    @WorkflowInit
    public PersistenceRunbook(Trigger trigger) {
        super(trigger, "persistence");
    }

    @Override
    protected boolean worksInService() {
        return true;
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    @Override
    protected void procedure() {
        PersistenceState found = step(Doing.FOUND, mode, GpuPersistence::found);
        onRollback(() -> act(Doing.RESTORE, mode, (m, act) -> m.restore(act, found)));
        changed(step(Doing.ENABLE, mode, (m, act) -> m.enable(act, found)));
        remark(step(Doing.ENFORCE, mode, GpuPersistence::enforce));
        idle(IDLE);
        Tried lasts = step(Doing.LASTS, mode, (m, act) -> m.lasts(act, trigger.goal()));
        if (!done(lasts)) {
            undone("persistence does not last: " + lasts.why());
        }
    }

    /** Asked only of a node that was out of service all the same. */
    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(Doing.FACTS, nodes, Nodes::facts);
        step(Doing.GATES, gates, (g, act) -> g.verify(act, now, goal)).forEach(this::prove);
        prove(step(Doing.DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(Doing.DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(Doing.NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected boolean forwardOnly() {
        return true;
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        throw new IllegalStateException("persistence has no way back to a baseline, and was rolled back: " + reason);
    }
}
