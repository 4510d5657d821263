package dev.slipway.model;

import java.util.List;

/**
 * The NVLink fabric of one node: the NVSwitches on its bus by place, the device files that the driver made for
 * switches, how far each GPU is registered with the fabric, and what its fabric manager and the driver said of it.
 */
public record FabricState(
        Reading<List<String>> switches,
        Reading<List<String>> devices,
        Reading<List<Registration>> gpus,
        Reading<List<Trouble>> troubles) {

    /** How far one GPU is registered, in the driver's own words; {@code [N/A]} is its word for "not here". */
    public record Registration(String bdf, String uuid, String state, String status) {

        /** Whether it is registered: completed, and nothing but success is said of that. */
        public boolean completed() {
            return state.equals("Completed") && (status.equals("Success") || status.equals("[N/A]"));
        }

        @Override
        public String toString() {
            return "GPU " + bdf + " " + uuid + " is " + state + " (" + status + ")";
        }
    }

    /** A line of the fabric manager or of the kernel, and what it speaks of. */
    public record Trouble(Kind kind, String line) {

        /** What the line speaks of. */
        public enum Kind {
            /** The fabric manager is of another version than the driver. */
            VERSION,
            /** The switches that were found make no topology that the fabric manager knows. */
            TOPOLOGY,
            /** The driver shows no switch to the fabric manager. */
            NO_SWITCH,
            /** An error of a switch that is fatal by its own word. */
            SWITCH_FATAL,
            /** An error of a switch that is not fatal by its own word. */
            SWITCH_ERROR,
            /** An error of a switch that does not say whether it is fatal. */
            SWITCH_UNCLEAR,
            /** The fabric manager ended, and says or shows no other reason. */
            ENDED
        }
    }

    /** Nothing was read, all for one reason. */
    public static FabricState unread(String reason) {
        return new FabricState(
                Reading.unknown(reason), Reading.unknown(reason), Reading.unknown(reason), Reading.unknown(reason));
    }
}
