package dev.slipway.model;

import java.util.List;
import java.util.Map;

/**
 * The kernels of one node: what is built for which of them, what stands in the way of a build, and what boots next.
 * {@code headers} are the kernels that a module can be built for; {@code freeBytes} is by mount point.
 */
public record KernelState(
        Reading<List<NodeDetails.ModuleBuild>> builds,
        Reading<List<String>> headers,
        Reading<BuildLog> buildLog,
        Reading<List<Installed>> kernels,
        Reading<BootEntry> boot,
        Reading<Nouveau> nouveau,
        Reading<Map<String, Long>> freeBytes) {

    /** The last build that DKMS tried; {@code error} is its first line that names a fault, empty where there is none. */
    public record BuildLog(String kernel, String error) {}

    /** A kernel in {@code /boot}; it boots only with an initramfs. */
    public record Installed(String version, boolean initramfs, boolean queuedForRemoval) {}

    /** What the boot loader starts: always {@code kernel}; {@code once} instead at the next boot only, empty where nothing is set. */
    public record BootEntry(String kernel, String once, boolean saved) {}

    /** Whether the other driver is loaded, and whether a file forbids that. */
    public record Nouveau(boolean loaded, boolean denied) {}

    /** Nothing was read, all for one reason. */
    public static KernelState unread(String reason) {
        return new KernelState(
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason));
    }
}
