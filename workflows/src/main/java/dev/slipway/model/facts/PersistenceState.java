package dev.slipway.model.facts;

import java.util.List;
import java.util.Optional;

/**
 * Describes what keeps the GPUs of one node as they are while nobody uses them: the mode of each GPU, what limits its
 * clocks now, the unit {@code nvidia-persistenced} as systemd has loaded it, and the settings that DCGM applies again.
 */
public record PersistenceState(Reading<List<Mode>> gpus, Reading<Unit> unit, Reading<List<DcgmTarget>> targets) {

    /** Accepts a state from before DCGM's targets were read: they are unknown. */
    public PersistenceState {
        targets = Optional.ofNullable(targets).orElseGet(() -> Reading.unknown(NodeFacts.STORED_WITHOUT));
    }

    /** Creates a state without DCGM's targets. */
    public PersistenceState(Reading<List<Mode>> gpus, Reading<Unit> unit) {
        this(gpus, unit, Reading.unknown(Reading.NOT_REQUESTED));
    }

    /**
     * Holds the mode of one GPU in the driver's word, and the reasons of heat or power for which its clocks are low
     * now.
     */
    public record Mode(String bdf, String uuid, String mode, List<String> slowed) {

        /** Returns whether the driver holds this GPU open. */
        public boolean on() {
            return mode.equals("Enabled");
        }

        @Override
        public String toString() {
            return "GPU " + bdf + " " + uuid + " is " + mode
                    + (slowed.isEmpty() ? "" : ", held down by " + String.join(", ", slowed));
        }
    }

    /**
     * Describes the unit in systemd's words: {@code load} such as loaded or not-found, {@code active}, {@code file}
     * such as enabled or static, the words of its command, and the files that were dropped in beside it.
     */
    public record Unit(String load, String active, String file, List<String> command, List<String> dropIns) {
        /** Is the option with which the daemon runs and holds no GPU open. */
        public static final String FLAG = "--no-persistence-mode";

        /** Is our file that removes {@link #FLAG} from the command. */
        public static final String DROP_IN = "/etc/systemd/system/nvidia-persistenced.service.d/slipway.conf";

        /** A static unit has nothing to enable: a device rule pulls it in at boot. */
        private static final List<String> AT_BOOT = List.of("enabled", "static", "alias", "indirect", "generated");

        /** Returns whether there is such a unit at all. */
        public boolean installed() {
            return !load.equals("not-found");
        }

        /** Returns whether a person has forbidden it to start. */
        public boolean masked() {
            return load.equals("masked") || file.startsWith("masked");
        }

        /** Returns whether it runs. */
        public boolean runs() {
            return active.equals("active");
        }

        /** Returns whether a boot starts it. */
        public boolean atBoot() {
            return AT_BOOT.contains(file);
        }

        /** Returns whether its command holds no GPU open. */
        public boolean flagged() {
            return command.contains(FLAG);
        }

        /** Returns whether our file is beside it. */
        public boolean ours() {
            return dropIns.contains(DROP_IN);
        }

        @Override
        public String toString() {
            return installed()
                    ? "nvidia-persistenced is " + active + " and " + (file.isEmpty() ? "has no unit file" : file)
                            + (flagged() ? ", with " + FLAG : "")
                    : "there is no unit nvidia-persistenced";
        }
    }

    /** Nothing was read, all for one reason. */
    public static PersistenceState unread(String reason) {
        return new PersistenceState(Reading.unknown(reason), Reading.unknown(reason), Reading.unknown(reason));
    }
}
