package dev.slipway.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Where a diagnosis leads. {@code detail}: the slug of {@link Kind#DIVERT}, the reason of {@link Kind#HOLD}, the packages of
 * {@link Kind#PURGE}, else free text. {@code safety} is stated by every row of a runbook's table that leads elsewhere.
 */
public record Route(Kind kind, String detail, NodeSafety safety) {
    private static final String APART = ", ";

    /** A route of a history that is older than {@code safety} states none. */
    public Route {
        safety = Objects.requireNonNullElse(safety, NodeSafety.UNSTATED);
    }

    /** A route that states nothing of the node's safety. */
    public Route(Kind kind, String detail) {
        this(kind, detail, NodeSafety.UNSTATED);
    }

    /** To the runbook {@code slug}, from a node that is or is not unsafe by its fault. */
    public static Route diverting(String slug, boolean unsafe) {
        return new Route(Kind.DIVERT, slug, unsafe ? NodeSafety.UNSAFE : NodeSafety.USABLE);
    }

    /** A person's work: the node is held where its fault makes it unsafe, else it is reported and stays in service. */
    public static Route leftToAPerson(String why, boolean unsafe) {
        return new Route(unsafe ? Kind.HOLD : Kind.REPORT, why);
    }

    /** Whether the node works, and waits for another runbook. */
    public boolean leadsAwayFromService() {
        return kind == Kind.DIVERT && safety == NodeSafety.USABLE;
    }

    /** The way of purging exactly these packages. */
    public static Route purging(List<String> packages) {
        return new Route(Kind.PURGE, String.join(APART, packages));
    }

    /** The packages that {@link Kind#PURGE} names; none for any other way. */
    public List<String> packages() {
        return kind == Kind.PURGE ? Arrays.asList(detail.split(APART)) : List.of();
    }

    /** The ways on; a runbook handles those that its table can give. */
    public enum Kind {
        /** Nothing to do. */
        CLEAN,
        /** Bring the packages to the pins in place. */
        CONVERGE,
        /** Write the image again. */
        IMAGE,
        /** Boot the pinned kernel that is already installed. */
        BOOT,
        /** Set runtime settings; no reboot. */
        SETTINGS,
        /** Load the module that is on disk in place of the one in the kernel. */
        RELOAD,
        /** Bring the packages to the pins again; reload if that is not enough. */
        REINSTALL,
        /** Purge packages that are not the goal's, each by its name; then as it is found. */
        PURGE,
        /** Build the module for the running kernel, then load it. */
        REBUILD,
        /** Make the initramfs anew: the driver in the kernel is right, the next boot's is not. */
        INITRAMFS,
        /** Write the CDI specification anew: the driver is right, what containers are told of it is not. */
        CDI,
        /** Build the module for the running kernel, which is the goal's, and prove it by a boot. */
        FORWARD,
        /** Install the package with the module for the running kernel, which is the goal's, and prove it by a boot. */
        DELIVER,
        /** Boot the goal's kernel, and keep it. */
        BACK,
        /** Make the goal's kernel ready, then boot it. */
        PREPARE,
        /** The goal's kernel cannot carry the driver: back to that of the previous baseline. */
        RETREAT,
        /** Reset the GPU, and prove the node. */
        RESET_GPU,
        /** Reboot: the driver or the error says that a reset of the GPU is not enough. */
        REBOOT,
        /** Take the node's power and give it back: a reboot did not bring the GPU back. */
        POWER_CYCLE,
        /** Nothing that we can do mends it: a person replaces the GPU. */
        REPLACE,
        /** Bring what follows the driver to the driver's version, then start the fabric manager anew. */
        MATCH,
        /** Start the fabric manager anew. */
        RESTART,
        /** Reset the GPUs that are not registered with the fabric, then start the fabric manager anew. */
        REGISTER,
        /** Reset all GPUs together, and the switches with them where there are some; then a reboot. */
        RESET_ALL,
        /** Hardware that only a person can mend: the node is emptied, its evidence kept, and it is held. */
        INSPECT,
        /** Keep the GPUs awake while nobody uses them; nobody leaves the node for it. */
        PERSIST,
        /** Another runbook's work. */
        DIVERT,
        /** A person must look before anything is changed. */
        HOLD,
        /** Real, but not ours to change: the node stays as it is. */
        REPORT
    }
}
