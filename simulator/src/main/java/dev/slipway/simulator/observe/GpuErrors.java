package dev.slipway.simulator.observe;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Errors of a GPU in a kernel log. Counts only those for which NVIDIA asks to reset the GPU, to reboot or to look at
 * the hardware; what programs cause themselves (13, 31, 43, 45 and the like) says nothing about the node.
 *
 * @see <a href="https://docs.nvidia.com/deploy/xid-errors/">NVIDIA: XID errors</a>
 */
final class GpuErrors {
    private static final Pattern XID = Pattern.compile("NVRM: Xid \\([^)]*\\): (\\d+),.*");
    private static final Set<Integer> SERIOUS = Set.of(48, 62, 64, 74, 79, 95, 119, 120, 140, 143);

    private GpuErrors() {}

    /** The code of a serious XID, where {@code line} reports one. */
    static Optional<Integer> code(String line) {
        Matcher xid = XID.matcher(line);
        return xid.matches() ? Optional.of(Integer.parseInt(xid.group(1))).filter(SERIOUS::contains) : Optional.empty();
    }
}
