package dev.slipway.activities.gates;

import dev.slipway.model.gpu.Gpu;
import java.util.ArrayList;
import java.util.List;

/**
 * What a GPU says against itself. A driver that does not know a field prints {@code [N/A]}; an empty text is unknown.
 */
final class GpuHealth {
    private static final List<String> NOT_KNOWN_HERE = List.of("[N/A]", "N/A");

    private GpuHealth() {}

    static List<String> troubles(Gpu gpu) {
        List<String> troubles = new ArrayList<>();
        note(troubles, gpu, "recovery action", gpu.health().recoveryAction(), "None");
        note(troubles, gpu, "row remap pending", gpu.health().remapPending(), "No");
        note(troubles, gpu, "row remap failure", gpu.health().remapFailure(), "No");
        return troubles;
    }

    private static void note(List<String> troubles, Gpu gpu, String what, String found, String clean) {
        if (found.isBlank()) {
            troubles.add("GPU " + gpu.bdf() + " " + what + " is unknown");
        } else if (!found.equalsIgnoreCase(clean) && !NOT_KNOWN_HERE.contains(found)) {
            troubles.add("GPU " + gpu.bdf() + " " + what + " " + found);
        }
    }
}
