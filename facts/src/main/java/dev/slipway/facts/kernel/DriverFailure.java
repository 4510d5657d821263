package dev.slipway.facts.kernel;

import dev.slipway.facts.Text;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lists the failures of NVIDIA's driver in the kernel's log that have no code. The words are those of the open kernel
 * modules (https://github.com/NVIDIA/open-gpu-kernel-modules) and of the kernel's module loader.
 */
public enum DriverFailure {
    /** A GPU does not answer on the bus: the same as XID 79. */
    LOST("lost", "NVRM:.*fallen off the bus"),
    WRONG_KERNEL(
            "wrong-kernel",
            "nvidia\\S*: (?:disagrees about version of symbol|version magic)|nvidia\\S*.*Invalid module format"),
    UNKNOWN_SYMBOL("unknown-symbol", "\\w[\\w-]*: Unknown symbol \\w"),
    KEY_REJECTED(
            "key-rejected",
            "unavailable key is rejected|Key was rejected|unsigned module (?:loading )?is re(?:stricted|jected)"),
    NO_FIRMWARE(
            "no-firmware",
            "gsp_\\w+\\.bin|nvidia \\S+: .*firmware load for nvidia/\\S+ failed|NVRM:.*no firmware image"),
    GSP_INIT("gsp-init-failed", "Cannot initialize GSP|NVRM:.*GSP firmware"),
    GSP_TIMEOUT(
            "gsp-timeout", "NVRM: GPU[0-9]{1,3} .*(?:Heartbeat timed out|GSP Timeout|Memory Subsystem Error detected)"),
    RM_INIT("rm-init-failed", "NVRM:.*(?:RmInitAdapter|rm_init_adapter) failed|RmInitAdapter failed!"),
    VERSION_MISMATCH("api-mismatch", "NVRM:.*API mismatch"),
    PROBE_NOT_CALLED("probe-not-called", "NVRM:.*probe routine was not called|NVRM:.*a driver such as"),
    PROBE_FAILED("probe-failed", "NVIDIA probe routine failed"),
    UNSUPPORTED("unsupported-gpu", "NVRM:.*(?:is not supported by|requires use of the NVIDIA open)"),
    LEGACY("legacy-gpu", "NVRM:.*(?:NVIDIA \\S+ Legacy drivers|Legacy drivers|driver will ignore this GPU)"),
    NO_ADAPTER("no-adapter", "NVRM:.*(?:No NVIDIA (?:GPU|graphics adapter|devices?)\\b.*(?:found|probed))"),
    BAR_INVALID("bar-invalid", "NVRM:.*(?:I/O region assigned to your NVIDIA device is invalid|BAR[0-9] is 0M)"),
    INIT_MODULE("init-module-failed", "NVRM:.*init(?:_| )module failed"),
    GPU_LOST("gpu-lost", "NVRM:.*GPU.*is lost");

    /** Matches the message about a GPU whose processor is silent, before an XID and without one. */
    private static final Pattern SILENT = Pattern.compile(
            "(?i)NVRM: (GPU[0-9]{1,3}) .*(Heartbeat timed out|GSP Timeout|Memory Subsystem Error detected)");

    private static final Pattern INIT = Pattern.compile("RmInitAdapter failed! \\(([0-9a-fx]+:[0-9a-fx]+:[0-9]+)\\)");

    private final String word;
    private final Pattern said;

    DriverFailure(String word, String said) {
        this.word = word;
        this.said = Pattern.compile(said, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the failure in this line; empty for all others. */
    public static Optional<DriverFailure> in(String line) {
        return Stream.of(values()).filter(f -> f.said.matcher(line).find()).findFirst();
    }

    /** Returns the word for this failure in an output's facts. */
    public String word() {
        return word;
    }

    /**
     * Returns whether a failure of this kind is the driver's. A rejected key and an unknown symbol may belong to any
     * module; only their line can name it.
     */
    public boolean ofTheDriver(String line) {
        return switch (this) {
            case KEY_REJECTED -> false;
            case UNKNOWN_SYMBOL -> line.toLowerCase(java.util.Locale.ROOT).contains("nvidia");
            default -> true;
        };
    }

    /**
     * Returns whether a node logs this at each boot for a device that the driver does not manage, such as a GPU that is
     * passed through or an old display card, while it drives all others: no event of the GPUs, but a cause if the
     * driver does not load. A gate asks a person about its line until it is accepted for the baseline.
     */
    public boolean ofADeviceLeftAlone() {
        return switch (this) {
            case PROBE_NOT_CALLED, UNSUPPORTED, LEGACY, BAR_INVALID -> true;
            default -> false;
        };
    }

    /** Returns whether a failure of this kind in this line is an event of the GPUs. */
    public boolean event(String line) {
        return ofTheDriver(line) && !ofADeviceLeftAlone();
    }

    /** Returns which GPU's processor is silent, and how it was noticed, e.g. {@code GPU6 GSP Timeout}. */
    public static Optional<String> silent(String line) {
        Matcher silent = SILENT.matcher(line);
        return silent.find() ? Optional.of(silent.group(1) + " " + silent.group(2)) : Optional.empty();
    }

    /** Returns the code with which {@code RmInitAdapter} reports where it failed, e.g. {@code 0x62:0x40:1891}. */
    static Optional<String> initCode(String line) {
        return Text.first(INIT, line);
    }
}
