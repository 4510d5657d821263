package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.Reading;
import java.time.Instant;

/** What a node says of its own boot. Slurm knows a boot by its time only. */
@FunctionalInterface
public interface NodeBoots { // seam: Slurm and the smoke gate know no probe

    /** Safe to repeat: reads only. Unknown, with the reason, when the node does not say. */
    Reading<NodeBoot> now(Act act);

    /** The running boot: its id, and when it began. */
    record NodeBoot(String bootId, Instant since) {}
}
