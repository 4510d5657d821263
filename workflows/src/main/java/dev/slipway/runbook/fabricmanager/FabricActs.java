package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.Rung;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.port.Fabric;
import dev.slipway.port.Gpus;
import dev.slipway.port.Power;
import dev.slipway.runbook.Port;
import dev.slipway.runbook.RepairRunbook;
import java.time.Duration;
import java.util.List;

/** What the ways of fabric-manager have in common. Each answers whether every GPU is registered after it. */
abstract class FabricActs extends RepairRunbook {
    final Port<Fabric> fabric = Port.lasting(Fabric.class, Duration.ofMinutes(20));
    private final Port<Gpus> gpus = Port.lasting(Gpus.class, Duration.ofMinutes(20));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));

    FabricActs(Trigger trigger) {
        super(trigger, "fabric-manager");
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
        started("nvidia-fabricmanager");
        return done(restarted) && settled(Doing.SETTLED);
    }

    final boolean rebooted() {
        if (!first(Rung.REBOOT)) {
            return false;
        }
        reboot(Step.REBOOT, power);
        return settled(Doing.SETTLED_AGAIN);
    }

    private boolean settled(Step step) {
        return done(step(step, fabric, (f, act) -> f.settled(act, trigger.goal())));
    }
}
