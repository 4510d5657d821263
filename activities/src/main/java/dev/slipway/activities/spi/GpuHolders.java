package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.util.List;

/** Reads from the node who computes on its GPUs. */
@FunctionalInterface
public interface GpuHolders { // seam: schedulers and guard read the node and know no probe

    /**
     * Safe to repeat: reads only. Returns the processes that compute on a GPU; services of the driver itself are not
     * among them.
     */
    Reading<List<Holder>> computing(Act act);
}
