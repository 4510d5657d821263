package dev.slipway.activities.ssh;

import dev.slipway.activities.WorkerContext;

/** Wires the way to nodes over SSH: where they are, one pool of connections, and the tools on top of it. */
public final class SshModule implements AutoCloseable {
    private final SshDirectory directory;
    private final NodeTools tools;

    public SshModule(WorkerContext context) {
        directory = new ConfiguredNodes(context.config());
        SshNodes nodes = new SshNodes(directory, context.clock(), SshNodes.Options.normal());
        NodeFactsReader facts = new NodeFactsReader(nodes, context.clock());
        tools = new NodeTools(nodes, facts, new DetachedRun(nodes, context.clock()), context.clock());
    }

    /** Where nodes are. */
    public SshDirectory directory() {
        return directory;
    }

    /** What adapters do their work on nodes with. */
    public NodeTools tools() {
        return tools;
    }

    /** Logins outside the pool: whether a node lets us in at all. */
    public NodeLogins logins() {
        return new NodeLogins(directory);
    }

    @Override
    public void close() {
        tools.ssh().close();
    }
}
