package dev.slipway.model.facts;

import java.util.List;

/**
 * Describes the NVLink fabric of one node: the NVSwitches on its bus by address, the device files that the driver made
 * for switches, how far each GPU is registered with the fabric, and the messages of its fabric manager and driver.
 */
public record FabricState(
        Reading<List<String>> switches,
        Reading<List<String>> devices,
        Reading<List<Registration>> gpus,
        Reading<List<Trouble>> troubles) {

    /** Describes how far one GPU is registered, in the driver's words; {@code [N/A]} is its word for "not here". */
    public record Registration(String bdf, String uuid, String state, String status) {

        /** Returns whether the GPU is registered: completed, and with no other result than success. */
        public boolean completed() {
            return state.equals("Completed") && (status.equals("Success") || status.equals("[N/A]"));
        }

        @Override
        public String toString() {
            return "GPU " + bdf + " " + uuid + " is " + state + " (" + status + ")";
        }
    }

    /** Holds a line of the fabric manager or of the kernel, and its subject. */
    public record Trouble(Kind kind, String line) {

        /** Lists the subjects of a line. */
        public enum Kind {
            /** The fabric manager is of another version than the driver. */
            VERSION,
            /** The switches that were found make no topology that the fabric manager knows. */
            TOPOLOGY,
            /** The driver shows no switch to the fabric manager. */
            NO_SWITCH,
            /** A switch reports an error as fatal. */
            SWITCH_FATAL,
            /** A switch reports an error as not fatal. */
            SWITCH_ERROR,
            /** A switch reports an error without stating whether it is fatal. */
            SWITCH_UNCLEAR,
            /** The fabric manager ended, without a stated or visible reason. */
            ENDED
        }
    }

    /** Nothing was read, all for one reason. */
    public static FabricState unread(String reason) {
        return new FabricState(
                Reading.unknown(reason), Reading.unknown(reason), Reading.unknown(reason), Reading.unknown(reason));
    }
}
