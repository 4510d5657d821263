package dev.slipway.runbook.persistence;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.PersistenceState;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.port.GpuPersistence;
import dev.slipway.runbook.Port;
import dev.slipway.runbook.RepairRunbook;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** persistence: its sections bear the names of those in README.md beside this file. */
public final class PersistenceRunbook extends RepairRunbook implements Persistence {
    private static final Duration IDLE = Duration.ofSeconds(60);

    private final Port<GpuPersistence> mode = Port.lasting(GpuPersistence.class, Duration.ofMinutes(10));

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
        proveRepair(goal);
    }
}
