package dev.slipway.activities.kubernetes;

import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.util.List;

/** Reads what speaks against an empty node without pods, from the node itself. */
record OnGpus(GpuHolders holders) {

    /** Safe to repeat: reads only. Empty text = the node reports that nothing computes. */
    String of(Act act) {
        Reading<List<Holder>> computing = holders.computing(act);
        if (!computing.known()) {
            return "no pod is left, but the node could not be asked for processes on its GPUs: " + computing.error();
        }
        List<String> found = computing.or(List.of()).stream()
                .map(h -> "pid " + h.pid() + " " + h.command() + " on " + h.device())
                .toList();
        return found.isEmpty() ? "" : "no pod is left, but these compute on a GPU: " + String.join(", ", found);
    }
}
