package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.Clients;
import dev.slipway.model.Rung;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.port.Fabric;
import dev.slipway.port.Gpus;
import dev.slipway.port.Modules;
import dev.slipway.port.Operands;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import dev.slipway.runbook.NodeRunbook;
import dev.slipway.runbook.Port;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the ways of fabric-manager have in common. Each answers whether every GPU is registered after it. */
abstract class FabricActs extends NodeRunbook {
    final Port<Fabric> fabric = Port.lasting(Fabric.class, Duration.ofMinutes(20));
    final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Gpus> gpus = Port.lasting(Gpus.class, Duration.ofMinutes(20));
    private final Port<Modules> modules = Port.lasting(Modules.class, Duration.ofMinutes(25));
    private final Port<Operands> operands = Port.lasting(Operands.class, Duration.ofMinutes(50));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));
    private Map<String, String> paused = Map.of();
    private Clients owed = new Clients(List.of(), List.of(), List.of());

    FabricActs(Trigger trigger) {
        super(trigger, "fabric-manager");
    }

    /** Nobody but the driver's own daemons uses a GPU any more. */
    final void quiet() {
        Clients found = step(Doing.CLIENTS, modules, Modules::clients);
        remark(found.told());
        inEveryEnding(() -> remark(step(Doing.RESUME, operands, (o, act) -> o.resume(act, paused))));
        paused = step(Doing.PAUSE, operands, Operands::pause);
        owed = found;
        inEveryEnding(() -> remark(step(Doing.START, modules, (m, act) -> m.start(act, owed))));
        act(Doing.STOP, modules, (m, act) -> m.stop(act, found));
    }

    final boolean matched() {
        changed(step(Doing.MATCH, packages, (p, act) -> p.converge(act, trigger.goal())));
        return restarted();
    }

    final boolean reset(List<String> uuids) {
        return first(Rung.RESET) && done(step(Doing.RESET, gpus, (g, act) -> g.reset(act, uuids)));
    }

    /** The one restart of this run; whatever comes after it does not start the fabric manager again. */
    final boolean restarted() {
        Tried restarted = step(Doing.RESTART, fabric, Fabric::restart);
        owed = owed.without("nvidia-fabricmanager");
        return done(restarted) && settled(Doing.SETTLED);
    }

    final boolean rebooted() {
        if (!first(Rung.REBOOT)) {
            return false;
        }
        booted(step(Step.REBOOT, power, (p, act) -> p.reboot(act, boot())));
        return settled(Doing.SETTLED_AGAIN);
    }

    private boolean settled(Step step) {
        return done(step(step, fabric, (f, act) -> f.settled(act, trigger.goal())));
    }
}
