package dev.slipway.runbook.persistence;

import dev.slipway.acts.GateSuite;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.GpuPersistence;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** Runs persistence: its sections have the names of those in README.md beside this file. */
public final class PersistenceRunbook extends NodeRunbook implements Persistence {
    private static final Duration IDLE = Duration.ofSeconds(60);

    private final GateSuite gates = new GateSuite(run);

    @WorkflowInit
    public PersistenceRunbook(Trigger trigger) {
        super(trigger, "persistence", RunMode.REPAIR_IN_SERVICE);
    }

    @Override
    protected void procedure() {
        PersistenceState found = run.step(PersistenceSteps.FOUND, GpuPersistence.class, GpuPersistence::found);
        run.onRollback(
                () -> run.act(PersistenceSteps.RESTORE, GpuPersistence.class, (m, act) -> m.restore(act, found)));
        run.changed(run.step(PersistenceSteps.ENABLE, GpuPersistence.class, (m, act) -> m.enable(act, found)));
        run.journal(run.step(PersistenceSteps.ENFORCE, GpuPersistence.class, GpuPersistence::enforce));
        run.wait(IDLE);
        StageResult lasts = run.step(
                PersistenceSteps.CHECK_PERSISTENCE, GpuPersistence.class, (m, act) -> m.lasts(act, trigger.goal()));
        if (!run.done(lasts)) {
            run.rollBack("persistence does not last: " + lasts.why());
        }
    }

    /** Proves only a node that was out of service anyway. */
    @Override
    protected void verify(BaselineRef goal) {
        gates.proveRepair(goal);
    }
}
