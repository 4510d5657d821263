package dev.slipway.simulator.observe;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds errors of a GPU in a kernel log. It counts only those for which NVIDIA requires a reset of the GPU, a reboot or
 * an inspection of the hardware; errors that programs cause themselves (13, 31, 43, 45 and similar) prove nothing about
 * the node.
 *
 * @see <a href="https://docs.nvidia.com/deploy/xid-errors/">NVIDIA: XID errors</a>
 */
final class GpuErrors {
    private static final Pattern XID = Pattern.compile("NVRM: Xid \\([^)]*\\): (\\d+),.*");
    private static final Set<Integer> SERIOUS = Set.of(48, 62, 64, 74, 79, 95, 119, 120, 140, 143);

    private GpuErrors() {}

    /** Returns the code of a serious XID, if {@code line} reports one. */
    static Optional<Integer> code(String line) {
        Matcher xid = XID.matcher(line);
        return xid.matches() ? Optional.of(Integer.parseInt(xid.group(1))).filter(SERIOUS::contains) : Optional.empty();
    }
}
