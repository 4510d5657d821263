package dev.slipway.starter.cli;

import picocli.CommandLine.Parameters;

/** Names a node on the command line: its name, or {@code cluster/name} if two clusters know the name. */
final class NodeArgument {

    @Parameters(
            index = "0",
            paramLabel = "NODE",
            description = "A node, or CLUSTER/NODE where two clusters know the name.")
    String node = "";

    /** Returns the path of the node in the API; {@code -} means the one cluster that knows the name. */
    String path() {
        return path(node);
    }

    static String path(String node) {
        int slash = node.indexOf('/');
        String cluster = slash < 0 ? "-" : node.substring(0, slash);
        return "api/v1/nodes/" + ApiCommand.escape(cluster) + "/" + ApiCommand.escape(node.substring(slash + 1));
    }
}
