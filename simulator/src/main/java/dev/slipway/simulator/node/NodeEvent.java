package dev.slipway.simulator.node;

import java.time.Instant;

/** Records something that was done to a node, as an onlooker would note it. */
public record NodeEvent(long number, Instant at, String node, Kind kind, String detail) {

    /**
     * Lists what was done; {@link #TRANSACTION}, {@link #REBOOT_STARTED} and {@link #SERVICE} disturb work on the node.
     */
    public enum Kind {
        BOOTED,
        REBOOT_STARTED,
        /** An image began to be written over all that the node was. */
        IMAGE_WRITTEN,
        /** A transaction that changed the package database. */
        TRANSACTION,
        HOLDS,
        /** A module of the driver was loaded or unloaded. */
        MODULES,
        /** GPUs were reset, by the slots they sit in. */
        GPU_RESET,
        SETTINGS,
        SERVICE,
        COMMAND,
        /** A test of the whole node began. */
        TEST_STARTED,
        /** A test of the whole node that ended well: the long diagnostic, or the benchmark over all GPUs. */
        PROVED
    }
}
