package dev.slipway.starter.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Selects the facts: of a node that the starter knows, or from saved outputs. */
final class FactsSourceOptions {
    @Option(names = "--node", paramLabel = "NODE", description = "The node, or CLUSTER/NODE.")
    @Nullable
    String node;

    @Option(names = "--cluster", paramLabel = "CLUSTER", description = "Where two clusters know the name.")
    @Nullable
    String cluster;

    @Option(
            names = "--from-dir",
            paramLabel = "DIR",
            description =
                    "Saved outputs: an answer of the probe, an evidence bundle (zip or unpacked), or files named after "
                            + "tools, e.g. nvidia-smi-q.txt, dpkg-l.txt, lsmod.txt. Asks no server and no node.")
    @Nullable
    Path fromDir;

    /** Returns the node, with its cluster if one was given. */
    String named() {
        return cluster == null ? String.valueOf(node) : cluster + "/" + node;
    }
}
