package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Clients;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Modules;
import dev.slipway.port.Nodes;
import dev.slipway.port.Operands;
import dev.slipway.port.Packages;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What runbooks that repair a node have in common: nobody uses its GPUs meanwhile, services and settings come after, and
 * the same gates prove it. Such a runbook goes forward only.
 */
public abstract class RepairRunbook extends NodeRunbook {
    private static final Step CLIENTS = new Step("clients", "Name who uses the driver", NodeState.CORDONED);
    private static final Step PAUSE = mutating("pause-operands", "Pause operands");
    private static final Step STOP = mutating("stop-clients", "Stop clients");
    private static final Step START = mutating("start-clients", "Start clients");
    private static final Step RESUME = mutating("resume-operands", "Resume operands");
    private static final Step FACTS = verifying("facts-after", "Collect facts");
    private static final Step GATES = verifying("gates", "Gates G0–G4, G11");
    private static final Step NCCL = verifying("nccl", "nccl-tests on the node");

    protected final Port<Modules> modules = Port.lasting(Modules.class, Duration.ofMinutes(25));
    protected final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Operands> operands = Port.lasting(Operands.class, Duration.ofMinutes(50));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Diagnostics.ATTEMPT_TIMEOUT);
    private Map<String, String> paused = Map.of();
    private Clients owed = new Clients(List.of(), List.of(), List.of());

    protected RepairRunbook(Trigger trigger, String slug) {
        super(trigger, slug);
    }

    protected static Step mutating(String id, String title) {
        return new Step(id, title, NodeState.MUTATING);
    }

    private static Step verifying(String id, String title) {
        return new Step(id, title, NodeState.VERIFYING);
    }

    /** Names who uses the driver, pauses the operands and stops the clients; all that is put back in every ending. */
    protected final Clients quiet() {
        Clients found = step(CLIENTS, modules, Modules::clients);
        remark(found.told());
        inEveryEnding(() -> remark(step(RESUME, operands, (o, act) -> o.resume(act, paused))));
        paused = step(PAUSE, operands, Operands::pause);
        owed = found;
        inEveryEnding(() -> remark(step(START, modules, (m, act) -> m.start(act, owed))));
        act(STOP, modules, (m, act) -> m.stop(act, found));
        return found;
    }

    /** A client that the runbook has started itself is not started again. */
    protected final void started(String client) {
        owed = owed.without(client);
    }

    /** Services run, and settings that a load or a reset forgets are made. */
    protected final void serve() {
        act(Step.SERVICES, packages, (p, act) -> p.services(act, trigger.goal()));
        act(Step.SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
    }

    /** The same, and the packages are held. */
    protected final void settle() {
        serve();
        act(Step.ENFORCE, packages, (p, act) -> p.hold(act, trigger.goal()));
    }

    /** G0 to G4 and G11, not yet weighed. */
    protected final List<GateResult> gates(BaselineRef goal) {
        FactsRef now = step(FACTS, nodes, Nodes::facts);
        return step(GATES, waitingGates, (g, act) -> g.verify(act, now, goal, found()));
    }

    protected final void diag(BaselineRef goal, int level) {
        Step step = verifying("diag-" + level, "dcgmi diag -r " + level);
        prove(step(step, diagnostics, (d, act) -> d.diag(act, goal, level)));
    }

    protected final void nccl(BaselineRef goal) {
        prove(step(NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
    }

    /** G0 to G5, G7, G8 and G11. */
    protected final void proveRepair(BaselineRef goal) {
        gates(goal).forEach(this::prove);
        diag(goal, 1);
        diag(goal, 3);
        nccl(goal);
    }

    @Override
    protected final boolean forwardOnly() {
        return true;
    }

    @Override
    protected final void rolledBack(BaselineRef previous, String reason) {
        throw new IllegalStateException(slug + " goes forward only, and was rolled back: " + reason);
    }
}
