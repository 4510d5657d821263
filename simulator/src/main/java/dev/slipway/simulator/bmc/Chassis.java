package dev.slipway.simulator.bmc;

import dev.slipway.simulator.node.SimulatedNode;

/** Gives a BMC the power of one machine. */
// seam: tests of the adapters give a BMC a machine that is no simulated node
public interface Chassis {

    String productUuid();

    boolean powered();

    void on();

    void off();

    /** Returns a simulated node as the chassis of its BMC. */
    static Chassis of(SimulatedNode node) {
        return new Chassis() {
            @Override
            public String productUuid() {
                return node.clock().call(() -> node.machine().productUuid());
            }

            @Override
            public boolean powered() {
                return node.clock().call(() -> node.power().powered());
            }

            @Override
            public void on() {
                node.clock().run(() -> node.power().on());
            }

            @Override
            public void off() {
                node.clock().run(() -> node.power().off());
            }
        };
    }
}
