package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.SmiBlocks;
import dev.slipway.facts.nvidia.SmiText;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import java.util.List;
import java.util.Map;

/**
 * Reads the text of {@code nvidia-smi -q}: for each GPU its keys under their full path ({@code Remapped Rows/Pending}),
 * since one key occurs in several parts. An answer with fewer GPUs than it announces is no answer. {@code cut} is why
 * it is not whole; empty if it is.
 */
record SmiQuery(List<Map<String, String>> gpus, String cut) {
    static Reading<SmiQuery> parse(Output output) {
        SmiBlocks report = SmiBlocks.of(output.lines());
        List<Map<String, String>> gpus = report.values();
        String announced = report.head().getOrDefault("Attached GPUs", "");
        if (gpus.isEmpty() || !announced.equals(Integer.toString(gpus.size()))) {
            return Reading.unknown("the answer announces " + (announced.isEmpty() ? "no" : Text.shorten(announced, 20))
                    + " GPUs and holds " + gpus.size());
        }
        return Reading.of(new SmiQuery(gpus, SmiText.cut(report)));
    }

    /** Returns the health of the GPU at this address; a missing value is an empty text, which is unknown. */
    Gpu.Health health(String bdf, String vbios, String mig) {
        Map<String, String> gpu = gpus.stream()
                .filter(g -> bdf.equals(g.get("Address")))
                .findFirst()
                .orElse(Map.of());
        return new Gpu.Health(
                recovery(gpu), remapped(gpu, "Pending"), remapped(gpu, "Remapping Failure Occurred"), vbios, mig);
    }

    /**
     * Returns the recovery action. Drivers before 565 have none but report whether a reset is required; "not required"
     * is not the action None.
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

    /** Returns the value that all GPUs share, or all values; unknown if one GPU does not report it. */
    Reading<String> shared(String key) {
        List<String> values =
                gpus.stream().map(g -> value(g, key)).distinct().sorted().toList();
        return values.contains("")
                ? Reading.unknown("smi-q: a GPU does not name " + key)
                : Reading.of(String.join(" | ", values));
    }

    /** Returns {@code Completed} only if every GPU reports it and none reports a failed registration. */
    Reading<String> fabricState() {
        return Readings.both(
                shared("Fabric/State"),
                shared("Fabric/Status"),
                (state, status) ->
                        status.equals("Success") || status.equals("[N/A]") ? state : state + " (" + status + ")");
    }
}
