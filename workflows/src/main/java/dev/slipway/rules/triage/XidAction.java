package dev.slipway.rules.triage;

import dev.slipway.model.Route;

/** Names the action that an XID or the driver requires. {@link #now} needs the node; the others leave it at work. */
public enum XidAction {
    RECORD(false, "", "record it"),
    TELL_OWNER(false, "", "tell the job's owner; the node is not touched"),
    RESET_WHEN_DRAINED(false, "", "the node works on; reset the GPU at the next drain"),
    TEST_WHEN_DRAINED(false, "", "the node works on; drain when it suits, then dcgmi diag -r 3"),
    TEST(true, "gpu-fault-rma", "cordon → drain → dcgmi diag -r 3"),
    RESET(true, "gpu-fault-rma", "cordon → drain → reset the GPU → dcgmi diag -r 3"),
    DRAIN_AND_RESET(true, "gpu-fault-rma", "it works at reduced capacity: cordon → drain → reset the GPU"),
    RESET_THEN_REBOOT(true, "gpu-fault-rma", "cordon → drain → reset the GPU; still there: reboot"),
    REBOOT(true, "gpu-fault-rma", "cordon → drain → reboot; a GPU reset does not help"),
    BUS_RESET(true, "gpu-fault-rma", "cordon → drain → reset the bus; off the bus after that: power cycle"),
    FIRMWARE(true, "gsp-mismatch", "the GPU's firmware is not the driver's: put it right, then reboot"),
    ECC_RESET(true, "ecc-toggle", "cordon → drain → reset the GPU, so that the remapped row counts"),
    ECC_FAULT(true, "gpu-fault-rma", "cordon → drain at once → reset the GPU → dcgmi diag -r 3"),
    LINK(true, "nvlink-visibility", "the NVLink workflow: the sub-code decides"),
    FABRIC(true, "fabric-manager", "the fabric of the node, not one GPU"),
    STOP_PEERS(true, "gpu-fault-rma", "stop what uses peer access, ask the driver again"),
    /** The site keeps the node out, and NVIDIA's documents do not name an action. */
    KEEP_OUT(true, "", "cordon: the site's own rule keeps the node out; a person must look");

    private final boolean now;
    private final String runbook;
    private final String words;

    XidAction(boolean now, String runbook, String words) {
        this.now = now;
        this.runbook = runbook;
        this.words = words;
    }

    /** Returns whether it takes the node out of service. */
    public boolean now() {
        return now;
    }

    /** Returns, for people, what would be done. */
    public String words() {
        return words;
    }

    /** Returns whether the node itself gets attention, now or at its next drain. */
    public boolean ofTheNode() {
        return now || this == RESET_WHEN_DRAINED || this == TEST_WHEN_DRAINED;
    }

    Route route() {
        if (!now) {
            return new Route(Route.Kind.REPORT, words);
        }
        return runbook.isEmpty() ? new Route(Route.Kind.HOLD, words) : new Route(Route.Kind.DIVERT, runbook);
    }
}
