package dev.slipway.activities.ssh;

import dev.slipway.activities.WorkerContext;

/** Wires the way to nodes over SSH: their addresses, one pool of connections, and the tools on top of it. */
public final class SshModule implements AutoCloseable {
    private final SshDirectory directory;
    private final NodeTools tools;

    public SshModule(WorkerContext context) {
        directory = new ConfiguredNodes(context.config());
        SshNodes nodes = new SshNodes(directory, context.clock(), SshNodes.Options.normal());
        NodeFactsReader facts = new NodeFactsReader(nodes, context.clock());
        tools = new NodeTools(nodes, facts, new DetachedRun(nodes, context.clock()), context.clock());
    }

    /** Returns where nodes are. */
    public SshDirectory directory() {
        return directory;
    }

    /** Returns the tools with which adapters work on nodes. */
    public NodeTools tools() {
        return tools;
    }

    /** Returns logins outside the pool: whether a node accepts the login at all. */
    public NodeLogins logins() {
        return new NodeLogins(directory);
    }

    @Override
    public void close() {
        tools.ssh().close();
    }
}
