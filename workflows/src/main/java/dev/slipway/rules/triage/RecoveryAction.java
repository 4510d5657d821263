package dev.slipway.rules.triage;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the action that the driver itself recommends, as {@code GPU Recovery Action} of nvidia-smi and XID 154 print
 * it. If a driver does not report it, the action is unknown, which is not {@link #NONE}.
 */
public enum RecoveryAction {
    NONE(XidAction.RECORD),
    RESET(XidAction.RESET),
    REBOOT(XidAction.REBOOT),
    DRAIN_P2P(XidAction.STOP_PEERS),
    DRAIN_AND_RESET(XidAction.DRAIN_AND_RESET),
    RECOVER_IMEX(XidAction.FABRIC),
    BUS_RESET(XidAction.BUS_RESET);

    private static final Pattern CHANGED = Pattern.compile(" to 0x[0-9a-fA-F]{1,8} \\(([^)]{1,60})\\)");

    private final XidAction xidAction;

    RecoveryAction(XidAction xidAction) {
        this.xidAction = xidAction;
    }

    XidAction care() {
        return xidAction;
    }

    /** Returns the action of these words; empty if they are no known action, or none at all. */
    public static Optional<RecoveryAction> of(String words) {
        String said = words.strip().toLowerCase(Locale.ROOT);
        if (said.equals("none")) {
            return Optional.of(NONE);
        } else if (said.contains("drain") && said.contains("p2p")) {
            return Optional.of(DRAIN_P2P);
        } else if (said.contains("drain") && said.contains("reset")) {
            return Optional.of(DRAIN_AND_RESET);
        } else if (said.contains("imex")) {
            return Optional.of(RECOVER_IMEX);
        } else if (said.contains("bus reset")) {
            return Optional.of(BUS_RESET);
        } else if (said.contains("reboot")) {
            return Optional.of(REBOOT);
        }
        return said.contains("reset") ? Optional.of(RESET) : Optional.empty();
    }

    /** Returns the action that an XID 154 announces. */
    static Optional<RecoveryAction> announced(String text) {
        Matcher changed = CHANGED.matcher(text);
        return changed.find() ? of(changed.group(1)) : Optional.empty();
    }
}
