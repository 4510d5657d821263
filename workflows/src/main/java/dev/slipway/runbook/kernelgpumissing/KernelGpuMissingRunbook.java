package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.BootRecord;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.model.Verdict;
import dev.slipway.port.Kernels;
import dev.slipway.port.Nodes;
import dev.slipway.rules.Procedure;
import dev.slipway.runbook.Port;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.function.Consumer;

/** kernel-gpu-missing: its sections bear the names of those in README.md beside this file. */
public final class KernelGpuMissingRunbook extends KernelActs implements KernelGpuMissing {
    private static final Step INSTALL = new Step("install", "Install the pinned packages", NodeState.MUTATING);
    private static final Step NOUVEAU = new Step("nouveau", "Keep nouveau from loading", NodeState.MUTATING);
    private static final Step RECORD = new Step("boot-state", "Record how the node boots", NodeState.CORDONED);
    private static final Step RESTORE = new Step("restore-boot", "Default and holds as recorded", NodeState.MUTATING);
    private static final Step MODULES = new Step("modules", "Modules of every kernel", NodeState.VERIFYING);
    private static final Step DIAG_2 = new Step("diag-2", "dcgmi diag -r 2", NodeState.VERIFYING);
    private static final Step DIAG_3 = new Step("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING);
    private static final Step NCCL = new Step("nccl", "nccl-tests on the node", NodeState.VERIFYING);
    private static final Step SMOKE = new Step("smoke", "Smoke job through the scheduler", NodeState.VERIFYING);
    private static final Step PIN = new Step("pin", "Pin the node to its previous baseline", NodeState.ROLLING_BACK);

    private final Port<Nodes> scheduled = Port.lasting(Nodes.class, Duration.ofMinutes(60));

    @WorkflowInit
    public KernelGpuMissingRunbook(Trigger trigger) {
        super(trigger);
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    @Override
    protected void procedure() {
        BaselineRef goal = trigger.goal();
        KernelGpuMissingProcedure procedure = Procedure.of(diagnosed().route(), KernelGpuMissingProcedure.RETREAT);
        if (procedure != KernelGpuMissingProcedure.IMAGE) {
            onRollback(() -> bootOnce(trigger.previous().orElseThrow()));
        }
        switch (procedure) {
            case FORWARD -> forward(goal, this::module);
            case DELIVER -> forward(goal, this::modulePackage);
            case BACK -> back(goal);
            case PREPARE -> {
                changed(step(INSTALL, packages, (p, act) -> p.converge(act, goal)));
                module(goal);
                back(goal);
            }
            case IMAGE -> {
                reimage();
                services(goal);
            }
            case RETREAT ->
                prove(new GateResult("build", Verdict.FAIL, diagnosed().route().detail()));
        }
        act(Step.ENFORCE, packages, (p, act) -> p.hold(act, goal));
    }

    private void forward(BaselineRef goal, Consumer<BaselineRef> module) {
        boolean nouveau = step(NOUVEAU, kernels, Kernels::denyNouveau);
        module.accept(goal);
        if (!nouveau) {
            load(goal);
        }
        restart(goal);
    }

    private void back(BaselineRef goal) {
        BootRecord found = step(RECORD, kernels, Kernels::bootState);
        onRollback(() -> act(RESTORE, kernels, (k, act) -> k.restoreBoot(act, found)));
        bootOnce(goal);
        health(goal);
        keep(goal);
        changed(step(RECORD, kernels, Kernels::bootState).changesSince(found));
    }

    @Override
    protected void verify(BaselineRef goal) {
        health(goal);
        if (!goal.equals(trigger.goal())) {
            // Gate K asks what boots next, which was the kernel that could not carry the driver.
            keep(goal);
        }
        prove(step(MODULES, kernels, (k, act) -> k.verify(act, goal)));
        prove(step(DIAG_2, diagnostics, (d, act) -> d.diag(act, goal, 2)));
        prove(step(DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
        prove(pair(goal));
        prove(step(SMOKE, scheduled, (n, act) -> n.smoke(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        act(PIN, ledger, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }
}
