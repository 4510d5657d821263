package dev.slipway.simulator.tools;

import dev.slipway.facts.ShellWords;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;

/** A node and its shell, for tests. */
final class Shell implements AutoCloseable {
    final SimulatedNode node;
    private final Toolbox toolbox;

    Shell(NodePlan plan) {
        node = new SimulatedNode(plan);
        toolbox = new Toolbox(node);
    }

    Answer root(String... words) {
        return answer(ShellWords.join(words));
    }

    Answer apt(String line) {
        return answer("env DEBIAN_FRONTEND=noninteractive apt-get -qy " + line);
    }

    Answer script(String name, String... arguments) {
        return answer(ShellWords.join("sh", "-c", "the script", name) + " " + ShellWords.join(arguments));
    }

    /** Polls a detached job until it no longer runs. */
    String ended(String token, String directory) {
        String state = script("slipway-poll", token, directory, "10000").text();
        while (state.startsWith("state running")) {
            Thread.onSpinWait();
            state = script("slipway-poll", token, directory, "10000").text();
        }
        return state;
    }

    Answer answer(String line) {
        return switch (run(line)) {
            case Result.Ended ended -> ended.answer();
            case Result result -> throw new AssertionError(line + ": " + result);
        };
    }

    /** What the line answers to somebody who is not root. */
    Answer user(String line) {
        if (toolbox.run(line, false) instanceof Result.Ended ended) {
            return ended.answer();
        }
        throw new AssertionError(line);
    }

    Result run(String line) {
        return toolbox.run(line, true);
    }

    @Override
    public void close() {
        node.close();
    }
}
