package dev.slipway.facts.probe;

import dev.slipway.facts.nvidia.SmiLinks;
import dev.slipway.facts.nvidia.SmiLinks.Links;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.List;

/**
 * Holds the links of each GPU as {@code nvidia-smi nvlink --status} lists them; a node without NVLink prints nothing.
 */
record Nvlinks(List<Links> gpus) {

    static Reading<Nvlinks> parse(Output output) {
        return SmiLinks.parse(output).whole().map(Nvlinks::new);
    }

    /** Returns the fewest active links of any GPU. */
    int active() {
        return gpus.stream().mapToInt(Links::up).min().orElse(0);
    }

    /** Returns the most links that a GPU lists. */
    int listed() {
        return gpus.stream().mapToInt(Links::listed).max().orElse(0);
    }

    /** Returns how many links of that GPU are active; a node without NVLink prints nothing for any GPU. */
    Reading<String> activeOf(String uuid) {
        if (gpus.isEmpty()) {
            return Reading.of("[N/A]");
        }
        return gpus.stream()
                .filter(gpu -> gpu.uuid().equals(uuid))
                .findFirst()
                .map(gpu -> Reading.of(Integer.toString(gpu.up())))
                .orElseGet(() -> Reading.unknown("nvlink: the answer does not name this GPU"));
    }
}
