package dev.slipway.facts.nvidia;

import dev.slipway.facts.ToolVerdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Describes an error of {@code nvidia-smi}: its kind, what it means for the node, what to do next, and how to know it
 * in a line of small letters.
 */
record SmiError(String kind, ToolVerdict verdict, String next, Predicate<String> said) {
    private static final ToolVerdict FAIL = ToolVerdict.FAIL;
    private static final ToolVerdict TOOL = ToolVerdict.INFRASTRUCTURE_ERROR;

    private static final List<SmiError> KNOWN = List.of(
            new SmiError(
                    "version-mismatch",
                    FAIL,
                    "load the module of the installed version",
                    "driver/library version mismatch"),
            new SmiError(
                    "no-devices", FAIL, "look for the GPUs on the bus", "no devices found", "no devices were found"),
            new SmiError(
                    "driver-not-reachable", FAIL, "load the driver", "couldn't communicate with the nvidia driver"),
            new SmiError(
                    "driver-not-loaded", FAIL, "load the driver", "driver not loaded", "nvidia driver is not loaded"),
            new SmiError("gpu-lost", FAIL, "reboot the node", "gpu is lost", "gpu has fallen off the bus"),
            new SmiError("inforom-corrupted", FAIL, "look at this GPU", "inforom is corrupted", "corrupted inforom"),
            new SmiError("no-power", FAIL, "look at the power cables of the GPU", "insufficient external power"),
            new SmiError("no-interrupt", FAIL, "look at the kernel log", "interrupt request issue"),
            new SmiError(
                    "reset-in-use",
                    FAIL,
                    "stop what holds the GPU",
                    "in use by another client",
                    "device is currently being used",
                    "device are currently being used",
                    "devices is currently being used",
                    "devices are currently being used",
                    "being used by some other process",
                    "being used by one or more other process",
                    "being used by another process"),
            new SmiError("reset-required", FAIL, "reset the GPU", "gpu requires reset"),
            new SmiError("reset-refused", FAIL, "do what the reason states, or reboot the node", SmiReset::refusedIn),
            new SmiError(
                    "insufficient-permissions",
                    TOOL,
                    "permissions of the device files, not the hardware",
                    "insufficient permissions"),
            new SmiError(
                    "no-handle",
                    FAIL,
                    "look at this GPU",
                    "unable to determine the device handle",
                    "unable to detect the device handle"),
            new SmiError(
                    "library-not-found",
                    FAIL,
                    "install the driver's libraries",
                    "nvidia-smi couldn't find libnvidia-ml",
                    "nvml shared library not found",
                    "function not found"),
            new SmiError(
                    "timeout",
                    TOOL,
                    "try again",
                    "nvml: timeout",
                    ": timed out",
                    ": timedout",
                    ": time out",
                    ": timeout"),
            new SmiError(
                    "unknown-error",
                    TOOL,
                    "in a container: it lost access to the devices; the host may be well",
                    "unknown error"),
            new SmiError("out-of-memory", TOOL, "try again", "insufficient memory", "insufficient resources"),
            new SmiError(
                    "failed",
                    FAIL,
                    "",
                    "nvidia-smi has failed",
                    "failed to initialize nvml",
                    "failed to properly shut down nvml"));

    private SmiError(String kind, ToolVerdict verdict, String next, String... words) {
        this(kind, verdict, next, line -> contains(line, words));
    }

    private static boolean contains(String line, String... words) {
        for (String word : words) {
            if (line.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first known error in a line; empty for all other lines. */
    static Optional<SmiError> in(String line) {
        String small = line.toLowerCase(Locale.ROOT);
        for (SmiError error : KNOWN) {
            if (error.said().test(small)) {
                return Optional.of(error);
            }
        }
        return Optional.empty();
    }
}
