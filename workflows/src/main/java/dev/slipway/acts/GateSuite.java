package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Gates;
import dev.slipway.port.Kernels;
import dev.slipway.port.Nodes;
import java.util.List;

/** The gates G0 to G11 that prove a node. Each answer is kept as proof; one that failed ends the verification. */
public final class GateSuite {
    private final RunContext run;

    public GateSuite(RunContext run) {
        this.run = run;
    }

    /** G0 to G4 and G11, not yet weighed: they wait until the scheduler offers the GPUs of a node that has booted. */
    public List<GateResult> versions(BaselineRef goal) {
        FactsRef now = run.step(ActSteps.FACTS_AFTER, Nodes.class, Nodes::facts);
        return run.step(ActSteps.GATES, Gates.class, (g, act) -> g.verify(act, now, goal, run.found()));
    }

    /** G0 to G4 and G11. */
    public void proveVersions(BaselineRef goal) {
        versions(goal).forEach(run::prove);
    }

    /** K. */
    public void modules(BaselineRef goal) {
        run.prove(run.step(ActSteps.MODULES, Kernels.class, (k, act) -> k.verify(act, goal)));
    }

    /** G5. */
    public void diag1(BaselineRef goal) {
        diag(ActSteps.DIAG_1, goal, 1);
    }

    /** G6. */
    public void diag2(BaselineRef goal) {
        diag(ActSteps.DIAG_2, goal, 2);
    }

    /** G7. */
    public void diag3(BaselineRef goal) {
        diag(ActSteps.DIAG_3, goal, 3);
    }

    private void diag(ActSteps step, BaselineRef goal, int level) {
        run.prove(run.step(step, Diagnostics.class, (d, act) -> d.diag(act, goal, level)));
    }

    /** G8. */
    public void nccl(BaselineRef goal) {
        run.prove(run.step(ActSteps.NCCL, Diagnostics.class, (d, act) -> d.nccl(act, goal)));
    }

    /** G9. */
    public void pair(BaselineRef goal) {
        run.prove(run.pair(goal));
    }

    /** G10. */
    public void smoke(BaselineRef goal) {
        run.prove(run.step(ActSteps.SMOKE, Nodes.class, (n, act) -> n.smoke(act, goal)));
    }

    /** Proves a repair of the hardware: G0 to G5, G7, G8 and G11. */
    public void proveRepair(BaselineRef goal) {
        proveVersions(goal);
        diag1(goal);
        diag3(goal);
        nccl(goal);
    }

    /** Proves a repair of the driver: G0 to G8 and G11. */
    public void proveDriver(BaselineRef goal) {
        proveVersions(goal);
        diag1(goal);
        diag2(goal);
        diag3(goal);
        nccl(goal);
    }
}
