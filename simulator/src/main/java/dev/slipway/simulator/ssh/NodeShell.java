package dev.slipway.simulator.ssh;

import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import dev.slipway.simulator.tools.Result;
import dev.slipway.simulator.tools.Toolbox;
import java.util.function.Function;

/** Answers on one port: a line, and whether root runs it. */
record NodeShell(String name, Lines lines) {

    /** Runs one line to its end. */
    @FunctionalInterface
    interface Lines {
        Result run(String line, boolean root);
    }

    static NodeShell of(SimulatedNode node) {
        Toolbox toolbox = new Toolbox(node);
        return new NodeShell(node.name(), toolbox::run);
    }

    /** Returns a host that is no node of the fleet. */
    static NodeShell of(String host, Function<String, Answer> lines) {
        return new NodeShell(host, (line, root) -> new Result.Ended(lines.apply(line)));
    }
}
