package dev.slipway.simulator.ssh;

import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Toolbox;

/** A node and the shell that answers on its port. */
record NodeShell(SimulatedNode node, Toolbox toolbox) {}
