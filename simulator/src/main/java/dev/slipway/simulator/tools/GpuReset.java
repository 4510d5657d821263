package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.GpuUnit;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Plays {@code nvidia-smi --gpu-reset}, of the GPUs that {@code -i} names or of all; refused while any process uses
 * them.
 */
final class GpuReset {
    private static final int REFUSED = 255;

    private GpuReset() {}

    static Answer run(SimulatedNode node, List<String> words) {
        List<GpuUnit> present = node.machine().present();
        int named = words.indexOf("-i") + 1;
        List<String> ids =
                named > 0 && named < words.size() ? List.of(words.get(named).split(",")) : List.of();
        List<GpuUnit> chosen = present.stream()
                .filter(gpu -> ids.isEmpty() || ids.contains(gpu.uuid()) || ids.contains(gpu.busId()))
                .toList();
        if (!ids.isEmpty() && chosen.size() < ids.size()) {
            return Answer.of("No devices were found\n", "", 6);
        }
        if (ModuleTools.holding(node, "nvidia") > 0) {
            return refused(chosen, "In use by another client");
        }
        if (node.machine().refusesSingleResets() && chosen.size() < present.size()) {
            return refused(chosen, "All linked GPUs must be reset at the same time");
        }
        node.clock().spend(Duration.ofSeconds(12));
        node.note(
                NodeEvent.Kind.GPU_RESET,
                chosen.stream().map(gpu -> Integer.toString(gpu.slot())).collect(Collectors.joining(",")));
        chosen.forEach(gpu -> node.machine().cured(gpu.slot(), Ailment.Cure.RESET));
        node.fabric().reset(chosen.stream().map(GpuUnit::slot).toList());
        node.settings(node.wantedSettings().orElseGet(GpuSettings::factory).persistence(false));
        return Answer.of(chosen.stream()
                        .map(gpu -> "GPU " + gpu.busId() + " was successfully reset.\n")
                        .collect(Collectors.joining())
                + "All done.\n");
    }

    private static Answer refused(List<GpuUnit> gpus, String why) {
        return Answer.of(
                "The following GPUs could not be reset:\n"
                        + gpus.stream()
                                .map(gpu -> "  GPU " + gpu.busId() + ": " + why + "\n")
                                .collect(Collectors.joining())
                        + "\n",
                "",
                REFUSED);
    }
}
