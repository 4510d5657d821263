package dev.slipway.facts.kernel;

import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses one XID of a GPU or SXid of an NVSwitch as the driver prints it, in any of the forms of its releases
 * (https://docs.nvidia.com/deploy/xid-errors/). {@code nvswitch} is the name by which the driver calls a switch, and
 * empty for a GPU; {@code text} is what follows the code, and empty if nothing does.
 */
public record XidLine(String address, OptionalInt gpuInstance, int code, Optional<String> nvswitch, String text) {
    private static final Pattern SWITCH = Pattern.compile("(?i)(nvidia-nvswitch[0-9]{0,4})");
    private static final String BDF = "([0-9a-f]{2,8}(?::[0-9a-f]{2}){1,2}(?:\\.[0-7])?)";
    private static final Pattern XID = Pattern.compile("(?i)NVRM:\\s*Xid\\s*\\(\\s*(?:PCI:)?" + BDF
            + "(?:\\s+GPU-I:\\s*([0-9]{1,4}))?\\s*\\)\\s*:\\s*([0-9]{1,7})\\s*(?:,\\s*(.*))?$");
    private static final Pattern SXID =
            Pattern.compile("(?i)SXid\\s*\\(\\s*PCI:" + BDF + "\\s*\\)\\s*:\\s*([0-9]{1,7})\\s*,\\s*(.*)$");
    private static final Pattern NAMED = Pattern.compile("(?i)NVRM:?\\s*S?Xid\\b|nvidia-nvswitch.*SXid");
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)\\b([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}(?:\\.[0-7])?)\\b");

    /** Returns the error in this line of a kernel log; empty for a line without one, and for a damaged one. */
    static Optional<XidLine> of(String line) {
        Matcher xid = XID.matcher(line);
        if (xid.find()) {
            OptionalInt instance =
                    xid.group(2) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(xid.group(2)));
            String text = xid.group(4) == null ? "" : xid.group(4).strip();
            return Optional.of(new XidLine(
                    Pci.address(xid.group(1)), instance, Integer.parseInt(xid.group(3)), Optional.empty(), text));
        }
        Matcher sxid = SXID.matcher(line);
        return sxid.find()
                ? Optional.of(new XidLine(
                        Pci.address(sxid.group(1)),
                        OptionalInt.empty(),
                        Integer.parseInt(sxid.group(2)),
                        Text.first(SWITCH, line).or(() -> Optional.of("")),
                        sxid.group(3).strip()))
                : Optional.empty();
    }

    /** Returns whether the line names an XID or SXid, with a readable code or without one. */
    static boolean named(String line) {
        return NAMED.matcher(line).find();
    }

    /** Returns the address of the device that a line of the driver names, in the one form that all parsers use. */
    public static Optional<String> address(String line) {
        return line.contains("NVRM") ? Text.first(ADDRESS, line).map(Pci::address) : Optional.empty();
    }

    /** Returns whether this is an error of an NVSwitch, and not of a GPU. */
    public boolean ofSwitch() {
        return nvswitch.isPresent();
    }

    /** Returns whether this line holds registers of an earlier error of a switch, and is no error itself. */
    public boolean registers() {
        return ofSwitch() && text.startsWith("Data {");
    }
}
