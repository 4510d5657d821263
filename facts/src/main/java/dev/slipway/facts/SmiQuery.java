package dev.slipway.facts;

import dev.slipway.facts.nvidia.SmiBlocks;
import dev.slipway.facts.output.Output;
import dev.slipway.model.Gpu;
import dev.slipway.model.Reading;
import java.util.List;
import java.util.Map;

/**
 * The text of {@code nvidia-smi -q}: for each GPU its keys under their full path ({@code Remapped Rows/Pending}), since
 * one key stands in several parts. An answer with fewer GPUs than it announces is no answer.
 */
record SmiQuery(List<Map<String, String>> gpus) {
    /** The keys before the first GPU and those of each GPU, whole or not. */
    record Blocks(Map<String, String> head, List<Map<String, String>> gpus) {}

    static Reading<SmiQuery> parse(Output output) {
        Blocks blocks = blocks(output);
        List<Map<String, String>> gpus = blocks.gpus();
        Map<String, String> head = blocks.head();
        String announced = head.getOrDefault("Attached GPUs", "");
        if (gpus.isEmpty() || !announced.equals(Integer.toString(gpus.size()))) {
            return Reading.unknown("the answer announces " + (announced.isEmpty() ? "no" : Text.shorten(announced, 20))
                    + " GPUs and holds " + gpus.size());
        }
        return Reading.of(new SmiQuery(List.copyOf(gpus)));
    }

    /** All that the text holds, without judging whether it is whole. */
    static Blocks blocks(Output output) {
        SmiBlocks blocks = SmiBlocks.of(output.lines());
        return new Blocks(
                blocks.head(),
                blocks.gpus().stream().map(SmiBlocks.Block::values).toList());
    }

    /** Health of the GPU at this address; what the answer does not hold is an empty text, which is unknown. */
    Gpu.Health health(String bdf, String vbios, String mig) {
        Map<String, String> gpu = gpus.stream()
                .filter(g -> bdf.equals(g.get("Address")))
                .findFirst()
                .orElse(Map.of());
        return new Gpu.Health(
                recovery(gpu), remapped(gpu, "Pending"), remapped(gpu, "Remapping Failure Occurred"), vbios, mig);
    }

    /**
     * Drivers before 565 have no recovery action but say whether a reset is required; that none is, is not the action
     * None.
     */
    private static String recovery(Map<String, String> gpu) {
        String action = value(gpu, "GPU Recovery Action");
        String reset = value(gpu, "GPU Reset Status/Reset Required");
        String drain = value(gpu, "GPU Reset Status/Drain and Reset Recommended");
        if (!action.isEmpty()) {
            return action;
        } else if (reset.equals("Yes")) {
            return "Reset";
        } else if (drain.equals("Yes")) {
            return "Drain and Reset";
        }
        return reset.equals("No") ? "[N/A]" : reset;
    }

    private static String remapped(Map<String, String> gpu, String key) {
        String whole = value(gpu, "Remapped Rows");
        return whole.isEmpty() ? value(gpu, "Remapped Rows/" + key) : whole;
    }

    private static String value(Map<String, String> gpu, String key) {
        String value = gpu.getOrDefault(key, "");
        return value.equals("N/A") ? "[N/A]" : value;
    }

    /** The value that all GPUs share, or all values; unknown when one GPU does not say it. */
    Reading<String> shared(String key) {
        List<String> values =
                gpus.stream().map(g -> value(g, key)).distinct().sorted().toList();
        return values.contains("")
                ? Reading.unknown("smi-q: a GPU says nothing of " + key)
                : Reading.of(String.join(" | ", values));
    }

    /** {@code Completed} only where every GPU says so and none reports a failed registration. */
    Reading<String> fabricState() {
        return Readings.both(
                shared("Fabric/State"),
                shared("Fabric/Status"),
                (state, status) ->
                        status.equals("Success") || status.equals("[N/A]") ? state : state + " (" + status + ")");
    }
}
