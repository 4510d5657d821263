package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Clients;
import dev.slipway.port.Modules;
import dev.slipway.port.Operands;
import dev.slipway.port.Packages;
import java.util.List;
import java.util.Map;

/** Stops the clients of the driver while a runbook works under them, and starts them again in every ending. */
public final class DriverClients {
    private final RunContext run;
    private Map<String, String> paused = Map.of();
    private Clients owed = new Clients(List.of(), List.of(), List.of());

    public DriverClients(RunContext run) {
        this.run = run;
    }

    /** Names who uses the driver, pauses the operands and stops the clients; all that is put back in every ending. */
    public Clients stop() {
        Clients found = run.step(ActSteps.LIST_DRIVER_CLIENTS, Modules.class, Modules::clients);
        run.journal(found.lines());
        run.inEveryEnding(
                () -> run.journal(run.step(ActSteps.RESUME, Operands.class, (o, act) -> o.resume(act, paused))));
        paused = run.step(ActSteps.PAUSE, Operands.class, Operands::pause);
        owed = found;
        run.inEveryEnding(() -> run.journal(run.step(ActSteps.START, Modules.class, (m, act) -> m.start(act, owed))));
        run.act(ActSteps.STOP, Modules.class, (m, act) -> m.stop(act, found));
        return found;
    }

    /** A client that the runbook has started itself is not started again. */
    public void started(String client) {
        owed = owed.without(client);
    }

    /** Starts the baseline's services, and sets the settings that a load or a reset forgets. */
    public void startServices() {
        run.act(
                Step.SERVICES,
                Packages.class,
                (p, act) -> p.services(act, run.trigger().goal()));
        run.act(
                Step.SETTINGS,
                Packages.class,
                (p, act) -> p.settings(act, run.trigger().goal()));
    }

    /** The same, and the packages are held. */
    public void applySettings() {
        startServices();
        run.act(
                Step.HOLD_PACKAGES,
                Packages.class,
                (p, act) -> p.hold(act, run.trigger().goal()));
    }
}
