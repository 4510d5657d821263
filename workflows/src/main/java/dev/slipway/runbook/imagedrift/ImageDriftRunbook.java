package dev.slipway.runbook.imagedrift;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import dev.slipway.rules.Procedure;
import dev.slipway.runbook.NodeRunbook;
import dev.slipway.runbook.Port;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** image-drift: its sections bear the names of those in README.md beside this file. */
public final class ImageDriftRunbook extends NodeRunbook implements ImageDrift {
    private static final Step PREVIEW = new Step("preview", "Preview", NodeState.CORDONED);
    private static final Step CONVERGE = new Step("converge", "Converge packages", NodeState.MUTATING);
    private static final Step IDEMPOTENCE =
            new Step("idempotence", "Prove that nothing is left to change", NodeState.CORDONED);
    private static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    private static final Step VERSIONS = new Step("gates", "Gates G0–G4, G11", NodeState.VERIFYING);
    private static final Step DIAG_1 = new Step("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING);
    private static final Step DIAG_3 = new Step("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING);
    private static final Step NCCL = new Step("nccl", "nccl-tests on the node", NodeState.VERIFYING);
    private static final Step SMOKE = new Step("smoke", "Smoke job through the scheduler", NodeState.VERIFYING);
    private static final Step PIN = new Step("pin", "Pin the node to its previous baseline", NodeState.ROLLING_BACK);

    private final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Diagnostics.ATTEMPT_TIMEOUT);

    private final Port<Nodes> scheduled = Port.lasting(Nodes.class, Duration.ofMinutes(60));

    private boolean set;

    @WorkflowInit
    public ImageDriftRunbook(Trigger trigger) {
        super(trigger, "image-drift");
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    @Override
    protected void procedure() {
        switch (Procedure.of(diagnosed().route(), ImageDriftProcedure.CONVERGE)) {
            case IMAGE -> reimage();
            case SETTINGS -> settings();
            case CONVERGE, BOOT -> converge();
        }
        act(Step.SERVICES, packages, (p, act) -> p.services(act, trigger.goal()));
        act(Step.ENFORCE, packages, (p, act) -> p.hold(act, trigger.goal()));
    }

    private void converge() {
        step(PREVIEW, packages, (p, act) -> p.preview(act, trigger.goal()));
        onRollback(this::settingsOfPrevious);
        onRollback(() -> reboot(Step.REBOOT, power));
        onRollback(() -> step(CONVERGE, packages, (p, act) -> p.converge(act, previous())));
        changed(step(CONVERGE, packages, (p, act) -> p.converge(act, trigger.goal())));
        act(IDEMPOTENCE, packages, (p, act) -> p.prove(act, trigger.goal()));
        reboot(Step.REBOOT, power);
        set = true;
        act(Step.SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
    }

    /** What containers are told belongs to the driver that runs. Runs that began before this step was there do without it. */
    private void settingsOfPrevious() {
        if (set && Workflow.getVersion("settings-of-previous", Workflow.DEFAULT_VERSION, 1) == 1) {
            act(Step.SETTINGS, packages, (p, act) -> p.settings(act, previous()));
        }
    }

    private void settings() {
        onRollback(() -> act(Step.SETTINGS, packages, (p, act) -> p.settings(act, previous())));
        act(Step.SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(FACTS, nodes, Nodes::facts);
        step(VERSIONS, waitingGates, (g, act) -> g.verify(act, now, goal, found()))
                .forEach(this::prove);
        prove(step(DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
        prove(pair(goal));
        prove(step(SMOKE, scheduled, (n, act) -> n.smoke(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        act(Step.ENFORCE, packages, (p, act) -> p.hold(act, previous));
        act(PIN, ledger, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }

    private BaselineRef previous() {
        return trigger.previous().orElseThrow();
    }
}
