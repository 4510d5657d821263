package dev.slipway.activities.bmc;

import dev.slipway.simulator.bmc.Chassis;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A BMC in memory: honest, unless it is told otherwise. It remembers its orders. */
final class FakeBmc implements Bmc {
    private final Chassis chassis;
    private final List<PowerAction> orders = new CopyOnWriteArrayList<>();
    private Set<PowerAction> offers = EnumSet.allOf(PowerAction.class);
    private Manner manner = Manner.HONEST;

    /** How it behaves. */
    enum Manner {
        HONEST,
        /** Says yes and does nothing. */
        LIES,
        /** Does it, and nobody hears of it. */
        UNHEARD,
        /** Says nothing. */
        SILENT,
        /** The worker dies right after the first order was carried out. */
        KILLS_THE_WORKER
    }

    /** A worker that is gone in the middle of its work. */
    static final class WorkerGone extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    FakeBmc(Chassis chassis) {
        this.chassis = chassis;
    }

    FakeBmc is(Manner other) {
        manner = other;
        return this;
    }

    FakeBmc offering(PowerAction... some) {
        offers = Set.of(some);
        return this;
    }

    List<PowerAction> orders() {
        return List.copyOf(orders);
    }

    @Override
    public BmcState state() {
        if (manner == Manner.SILENT) {
            throw new BmcFailure(BmcFailure.Kind.SILENT, where() + " does not answer", "see its network");
        }
        return new BmcState(
                chassis.powered() ? PowerState.ON : PowerState.OFF,
                offers,
                Optional.of(chassis.productUuid()),
                "in memory");
    }

    @Override
    public List<String> events(int most) {
        if (manner == Manner.SILENT) {
            throw new BmcFailure(BmcFailure.Kind.SILENT, where() + " does not answer", "see its network");
        }
        return List.of("1 | Power Supply #0x51 | Presence detected");
    }

    @Override
    public void send(PowerAction action) {
        orders.add(action);
        if (manner != Manner.LIES) {
            switch (action) {
                case ON -> chassis.on();
                case OFF -> chassis.off();
                case CYCLE -> {
                    chassis.off();
                    chassis.on();
                }
            }
        }
        if (manner == Manner.UNHEARD) {
            throw new BmcFailure(BmcFailure.Kind.UNHEARD, where() + " broke off its answer", "try again");
        }
        if (manner == Manner.KILLS_THE_WORKER) {
            manner = Manner.HONEST;
            throw new WorkerGone();
        }
    }

    @Override
    public String where() {
        return "the BMC in memory";
    }

    @Override
    public void close() {}
}
