package dev.slipway.starter.cli;

import dev.slipway.starter.client.NodeAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Offers what a person can decide about a run on a node; each is an update of the run, which may refuse it. */
final class DecisionCommands {
    private DecisionCommands() {}

    /** The shape of all. */
    abstract static class Decision extends ApiCommand {
        @Mixin
        NodeArgument node = new NodeArgument();

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().post(node.path() + "/" + name(), deciding.body(), NodeAnswer.class), Decision::words);
        }

        private static String words(NodeAnswer answer) {
            return answer.node() + ": " + answer.answer();
        }
    }

    @Command(
            name = "retry",
            description = "Try the failed step again.",
            footer = {"", "Example: slipway retry gpu-102 --reason 'stopped the stray process'"})
    static final class Retry extends Decision {}

    @Command(
            name = "rollback",
            description = "Undo what was done, prove the node as it was, readmit it.",
            footer = {"", "Example: slipway rollback gpu-102 --reason 'new driver hangs'"})
    static final class Rollback extends Decision {}

    @Command(
            name = "hold",
            description = "Leave the node cordoned for a person and end the run.",
            footer = {"", "Example: slipway hold gpu-102 --reason 'vendor looks at it'"})
    static final class Hold extends Decision {}

    @Command(
            name = "accept",
            description = "Accept lines of the driver that nobody knew, for every run towards the same baseline.",
            footer = {"", "Example: slipway accept gpu-102 --reason 'see release notes of 570.133.20'"})
    static final class Accept extends Decision {}

    @Command(
            name = "abort",
            description = "Stop at the next safe point, and roll back or hold; the answer states which.",
            footer = {"", "Example: slipway abort gpu-041 --reason 'wrong baseline'"})
    static final class Abort extends Decision {}
}
