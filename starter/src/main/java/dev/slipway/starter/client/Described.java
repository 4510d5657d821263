package dev.slipway.starter.client;

/** Holds descriptions that the API uses in several places. */
public final class Described {
    private Described() {}

    public static final String WHO =
            "On whose behalf; stands beside the reason and proves nothing. At most 1000 bytes.";
    public static final String REASON = "Why; stored in history and audit. At most 1000 bytes.";
    public static final String REASON_UNLESS_DRY_RUN = REASON + " Required, but for a dry run.";
    public static final String CLUSTER = "The cluster; - stands for the one that knows the node.";
    public static final String NODE = "The node.";
    public static final String FLEET = "The fleet.";
    public static final String SERIAL = "The serial number of the GPU, as nvidia-smi prints it.";
    public static final String ROLLOUT = "The rollout.";
    public static final String SYMPTOMS =
            "What an alert or a person reports, words with commas between them: pcie-slow,job-hangs.";
    static final int LONGEST = 1000;
}
