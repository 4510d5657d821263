package dev.slipway.simulator.fleet;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.slurm.SimulatedSlurm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Keeps Slurm and machines in step: a node that goes down falls silent, one that booted registers a while later. */
record PlayedSlurmd(SimulatedSlurm slurm) implements NodeListener {
    private static final String UNIT = "slurmd";
    private static final Duration SLURMD_STARTS = Duration.ofSeconds(20);

    @Override
    public void down(SimulatedNode node) {
        slurm.fallsSilent(node.name());
    }

    @Override
    public void up(SimulatedNode node) {
        String boot = node.clock().call(() -> node.power().bootId());
        node.clock().later("slurmd", SLURMD_STARTS, () -> {
            Optional<Instant> booted = node.clock()
                    .call(() -> node.power().up() && node.power().bootId().equals(boot)
                            ? Optional.of(node.power().bootedAt())
                            : Optional.empty());
            booted.ifPresent(at -> {
                slurm.registers(node.name(), at);
                node.clock().run(() -> counts(node));
            });
        });
    }

    @Override
    public void event(SimulatedNode node, NodeEvent event) {
        if (event.kind() == NodeEvent.Kind.SERVICE && event.detail().equals("restart " + UNIT)) {
            counts(node);
        }
    }

    /** Counts the device files when slurmd starts, if it is a unit of the node. */
    void counts(SimulatedNode node) {
        if (node.services().find(UNIT).isPresent()) {
            boolean loaded = node.driver().resident().isPresent();
            slurm.counts(node.name(), loaded ? node.answering().size() : 0);
        }
    }
}
