package dev.slipway.facts.kernel;

import dev.slipway.facts.Text;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists the failures of NVIDIA's driver in the kernel's log that have no code. The words are those of the open kernel
 * modules (https://github.com/NVIDIA/open-gpu-kernel-modules) and of the kernel's module loader.
 */
public enum DriverFailure {
    /** A GPU does not answer on the bus: the same as XID 79. */
    LOST("lost", "nvrm:.*fallen off the bus", "off the bus"),
    WRONG_KERNEL(
            "wrong-kernel",
            "nvidia\\S*: (?:disagrees about version of symbol|version magic)|nvidia\\S*.*invalid module format",
            "version of symbol",
            "version magic",
            "module format"),
    UNKNOWN_SYMBOL("unknown-symbol", "\\w-*: unknown symbol \\w", "unknown symbol"),
    KEY_REJECTED(
            "key-rejected",
            "unavailable key is rejected|key was rejected|unsigned module (?:loading )?is re(?:stricted|jected)",
            "key",
            "unsigned module"),
    NO_FIRMWARE(
            "no-firmware",
            "gsp_\\w+\\.bin|nvidia \\S+: .*firmware load for nvidia/\\S+ failed|nvrm:.*no firmware image",
            "gsp_",
            "firmware"),
    GSP_INIT("gsp-init-failed", "cannot initialize gsp|nvrm:.*gsp firmware", "gsp"),
    GSP_TIMEOUT(
            "gsp-timeout",
            "nvrm: gpu[0-9]{1,3} .*(?:heartbeat timed out|gsp timeout|memory subsystem error detected)",
            "timed out",
            "timeout",
            "error detected"),
    RM_INIT(
            "rm-init-failed",
            "nvrm:.*(?:rminitadapter|rm_init_adapter) failed|rminitadapter failed!",
            "adapter failed"),
    VERSION_MISMATCH("api-mismatch", "nvrm:.*api mismatch", "api mismatch"),
    PROBE_NOT_CALLED(
            "probe-not-called",
            "nvrm:.*probe routine was not called|nvrm:.*a driver such as",
            "probe routine",
            "driver such as"),
    PROBE_FAILED("probe-failed", "nvidia probe routine failed", "probe routine failed"),
    UNSUPPORTED(
            "unsupported-gpu",
            "nvrm:.*(?:is not supported by|requires use of the nvidia open)",
            "not supported",
            "requires use"),
    LEGACY(
            "legacy-gpu",
            "nvrm:.*(?:nvidia \\S+ legacy drivers|legacy drivers|driver will ignore this gpu)",
            "legacy",
            "ignore this gpu"),
    NO_ADAPTER(
            "no-adapter", "nvrm:.*(?:no nvidia (?:gpu|graphics adapter|devices?)\\b.*(?:found|probed))", "no nvidia"),
    BAR_INVALID(
            "bar-invalid",
            "nvrm:.*(?:i/o region assigned to your nvidia device is invalid|bar[0-9] is 0m)",
            "i/o region",
            " is 0m"),
    INIT_MODULE("init-module-failed", "nvrm:.*init(?:_| )module failed", "module failed"),
    GPU_LOST("gpu-lost", "nvrm:.*gpu.*is lost", "is lost");

    /** Matches the message about a GPU whose processor is silent, before an XID and without one. */
    private static final Pattern SILENT = Pattern.compile(
            "(?i)NVRM: (GPU[0-9]{1,3}) .*(Heartbeat timed out|GSP Timeout|Memory Subsystem Error detected)");

    private static final Pattern INIT = Pattern.compile("RmInitAdapter failed! \\(([0-9a-fx]+:[0-9a-fx]+:[0-9]+)\\)");

    private static final List<DriverFailure> ALL = List.of(values());

    private final String word;

    /** Matches a line in small letters. */
    private final Pattern said;

    /** A line that matches has one of these in it, and nearly every other line has none. */
    private final List<String> hints;

    DriverFailure(String word, String said, String... hints) {
        this.word = word;
        this.said = Pattern.compile(said);
        this.hints = List.of(hints);
    }

    /** Returns the failure in this line; empty for all others. */
    public static Optional<DriverFailure> in(String line) {
        String small = line.toLowerCase(Locale.ROOT);
        return ALL.stream().filter(failure -> failure.isIn(small)).findFirst();
    }

    private boolean isIn(String small) {
        return hints.stream().anyMatch(small::contains) && said.matcher(small).find();
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
            case UNKNOWN_SYMBOL -> line.toLowerCase(Locale.ROOT).contains("nvidia");
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
