package dev.slipway.activities.bmc;

import dev.slipway.simulator.bmc.Chassis;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A machine that is only its power, and remembers what was done to it. */
final class FakeChassis implements Chassis {
    static final String UUID = "4c4c4544-0042-3510-8052-b4c04f4d3732";

    private final List<String> done = new CopyOnWriteArrayList<>();
    private volatile boolean powered = true;

    List<String> done() {
        return List.copyOf(done);
    }

    @Override
    public String productUuid() {
        return UUID;
    }

    @Override
    public boolean powered() {
        return powered;
    }

    @Override
    public void on() {
        powered = true;
        done.add("on");
    }

    @Override
    public void off() {
        powered = false;
        done.add("off");
    }
}
