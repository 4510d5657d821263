package dev.slipway.rules.triage;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the XIDs of Ampere and newer after NVIDIA's documents "XID Errors" and "XID Catalog"
 * (https://docs.nvidia.com/deploy/xid-errors/): what each means, the immediate action named there, and its action here.
 * The number decides, never the text of the line.
 */
public final class XidCatalogue {

    /** Describes one XID. */
    public record Entry(int code, String meaning, Bucket bucket, XidAction care) {

        /**
         * Returns whether one of these since a change counts against the node: not what a program caused, such as one
         * that a drain stopped, nor what only informs. An XID that is not in the catalogue counts.
         */
        public boolean speaksAgainstTheNode() {
            return switch (bucket) {
                case RESTART_APP -> care != XidAction.TELL_OWNER;
                case IGNORE -> care == XidAction.TEST_WHEN_DRAINED;
                case FOLLOW_THE_OTHER -> false;
                default -> true;
            };
        }
    }

    private static final Map<Integer, Entry> ENTRIES = new TreeMap<>();

    static {
        add("the application's error", Bucket.RESTART_APP, XidAction.TELL_OWNER, 8, 13, 31, 32, 39, 40, 41, 68, 69);
        add("a channel was reset, its process stopped", Bucket.IGNORE, XidAction.TELL_OWNER, 43);
        add("cleanup after another error or a stopped process", Bucket.FOLLOW_THE_OTHER, XidAction.RECORD, 45);
        add("the GPU stopped processing", Bucket.RESET_GPU, XidAction.RESET, 46);
        add("a microcontroller of the GPU halted", Bucket.RESET_GPU, XidAction.RESET, 62);
        add("a context switch timed out", Bucket.RESET_GPU, XidAction.RESET, 109);
        add("a security fault", Bucket.RESET_GPU, XidAction.RESET, 110);
        add("an uncorrected memory error escaped", Bucket.RESET_GPU, XidAction.RESET, 140);
        add("the GPU could not be set up", Bucket.RESET_GPU, XidAction.RESET, 143);
        add("a fatal timeout", Bucket.RESET_GPU, XidAction.RESET, 158);
        add("double-bit memory error", Bucket.WORKFLOW_ECC, XidAction.ECC_FAULT, 48);
        add("uncorrected error in DRAM", Bucket.WORKFLOW_ECC, XidAction.ECC_FAULT, 171);
        add("uncorrected error in SRAM", Bucket.WORKFLOW_ECC, XidAction.ECC_FAULT, 172);
        add("a row is to be remapped", Bucket.IGNORE, XidAction.RESET_WHEN_DRAINED, 63);
        add("a row could not be remapped", Bucket.RESET_GPU, XidAction.RESET, 64);
        add("an error of an NVLink", Bucket.WORKFLOW_NVLINK, XidAction.LINK, 74, 144, 145, 146, 147, 148, 149, 150);
        add("the GPU fell off the bus", Bucket.RESTART_MACHINE, XidAction.REBOOT, 79);
        add("many single-bit memory errors", Bucket.IGNORE, XidAction.TEST_WHEN_DRAINED, 92);
        add("a contained memory error", Bucket.RESTART_APP, XidAction.RESET_WHEN_DRAINED, 94);
        add("an uncontained memory error", Bucket.RESET_GPU, XidAction.ECC_FAULT, 95);
        add("the GPU's system processor does not answer", Bucket.RESET_GPU, XidAction.RESET_THEN_REBOOT, 119);
        add("an error of the GPU's system processor", Bucket.RESET_GPU, XidAction.RESET_THEN_REBOOT, 120);
        add("an NVLink could not be trained", Bucket.RESET_GPU, XidAction.LINK, 136);
        add("the recovery action changed", Bucket.SEE_RECOVERY_ACTION, XidAction.RECORD, 154);
        add("informs", Bucket.IGNORE, XidAction.RECORD, 121, 141, 152, 163, 164, 165);
    }

    private XidCatalogue() {}

    private static void add(String meaning, Bucket bucket, XidAction xidAction, int... codes) {
        for (int code : codes) {
            ENTRIES.put(code, new Entry(code, meaning, bucket, xidAction));
        }
    }

    /** Returns the entry of this number; one that the catalogue does not have is {@link Bucket#NOT_LISTED}. */
    public static Entry of(int code) {
        Entry entry = ENTRIES.get(code);
        return entry == null
                ? new Entry(code, "not in NVIDIA's catalogue as it is known here", Bucket.NOT_LISTED, XidAction.RECORD)
                : entry;
    }

    /** Returns every entry, by number. */
    public static List<Entry> all() {
        return List.copyOf(ENTRIES.values());
    }

    /** Returns whether this XID is the fault of a program: alone it never counts against a GPU. */
    public static boolean ofAnApplication(int code) {
        return of(code).care() == XidAction.TELL_OWNER;
    }
}
