package dev.slipway.demo;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.stream.Collectors;

/** What was done to a simulated node since it began, counted. */
record DoneTo(List<NodeEvent> events) {
    static DoneTo node(SimulatedNode node) {
        return new DoneTo(node.clock().call(node::events));
    }

    /** Nothing of it oftener than there. */
    boolean noMoreThan(DoneTo other) {
        return resets() <= other.resets() && restarts() <= other.restarts() && loads() <= other.loads();
    }

    @Override
    public String toString() {
        return resets() + " resets, " + restarts() + " restarts of the fabric manager, " + loads() + " loads";
    }

    /** Everything, a line each with its time on the node. */
    String inOrder() {
        return events.stream()
                .map(event -> "  " + event.at() + " " + event.kind() + " " + event.detail())
                .collect(Collectors.joining("\n"));
    }

    /** Each time one or more of its GPUs were reset. */
    int resets() {
        return (int) events.stream()
                .filter(event -> event.kind() == NodeEvent.Kind.GPU_RESET)
                .count();
    }

    /** Restarts of its fabric manager. */
    int restarts() {
        return (int) events.stream()
                .filter(event -> event.detail().equals("restart nvidia-fabricmanager"))
                .count();
    }

    /** Restarts of the daemon that keeps its GPUs awake. */
    int wakes() {
        return (int) events.stream()
                .filter(event -> event.detail().equals("restart nvidia-persistenced"))
                .count();
    }

    /** Loads of its driver by hand. */
    int loads() {
        return (int) events.stream()
                .filter(event ->
                        event.kind() == NodeEvent.Kind.MODULES && event.detail().startsWith("modprobe nvidia "))
                .count();
    }
}
