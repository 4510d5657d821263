package dev.slipway.rules.triage;

/** Names the immediate action that NVIDIA's XID catalogue lists for an XID. */
public enum Bucket {
    RESTART_APP("restart the application"),
    IGNORE("ignore"),
    FOLLOW_THE_OTHER("follow the other XID; alone: restart fabric manager"),
    RESET_GPU("reset the GPU"),
    WORKFLOW_ECC("workflow of XID 48"),
    WORKFLOW_NVLINK("NVLink workflow"),
    RESTART_MACHINE("restart the machine"),
    SEE_RECOVERY_ACTION("see the recovery action"),
    /** Not in the catalogue: unknown, never clean. */
    NOT_LISTED("not in the catalogue");

    private final String words;

    Bucket(String words) {
        this.words = words;
    }

    /** Returns words for people. */
    public String words() {
        return words;
    }
}
