package dev.slipway.demo;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.time.Clock;
import java.util.Optional;

/** Holds what runs at a site beside Temporal: its nodes, the ledger, a worker and the starter. Its nodes outlive it. */
record RunningSite(Installation installation, SimulatedFleet fleet, Worker.Running worker, Starter.Running starter)
        implements AutoCloseable {

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

    /** Starts them, the starter at a free port; time passes for the worker as it does for the fleet. */
    static RunningSite start(Config config, Engine engine, SimulatedFleet fleet) {
        return start(config, engine, fleet, ANY_PORT);
    }

    /** The same with a starter that listens there. */
    static RunningSite start(Config config, Engine engine, SimulatedFleet fleet, HostPort address) {
        LedgerDatabase ledger = LedgerDatabase.open(
                config.site().ledger().jdbcUrl(), config.site().ledger().user(), Optional.empty());
        Worker.Running worker = Worker.start(
                new WorkerContext(config, ledger, engine.client(), fleet.plan().timeFactor()));
        Installation installation = new Installation(config, ledger, engine.client(), Clock.systemUTC());
        return new RunningSite(installation, fleet, worker, Starter.start(installation, address));
    }

    Config config() {
        return installation.config();
    }

    LedgerDatabase ledger() {
        return installation.ledger();
    }

    Api api() {
        return new Api(starter.url(), config().site().starter().tokenFile());
    }

    @Override
    public void close() {
        starter.close();
        worker.close();
        ledger().close();
    }
}
