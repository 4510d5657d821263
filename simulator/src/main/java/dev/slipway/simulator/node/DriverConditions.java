package dev.slipway.simulator.node;

import java.util.stream.Stream;

/** Puts a node into a condition of whose its driver is, and of its firmware. */
final class DriverConditions {
    private final SimulatedNode node;

    DriverConditions(SimulatedNode node) {
        this.node = node;
    }

    void apply(Condition condition) {
        switch (condition) {
            case Condition.Vbios c -> node.machine().flash(c.version());
            case Condition.OperatorDriver c -> operated(c.running());
            case Condition.DriverOwners c -> node.driver().owners(c.lines());
            case Condition.DriverWrites c -> node.driver().writes(c.line());
            default -> throw new IllegalArgumentException("no such condition: " + condition);
        }
    }

    private void operated(boolean running) {
        String version = node.driver().userspace();
        DriverPackages names = node.packages().family().names();
        Stream.concat(
                        Stream.of(names.module(), names.library(), names.tools(), names.fabricManager()),
                        Stream.concat(DriverPackages.VERSIONED.stream(), DriverPackages.VERSIONED_RPM.stream()))
                .forEach(node.packages()::remove);
        node.driver().inContainer(running, version);
    }
}
