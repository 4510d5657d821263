package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import java.time.Instant;

/** Reads what a node reports about its own boot. Slurm knows a boot by its time only. */
@FunctionalInterface
public interface NodeBoots { // seam: Slurm and the smoke gate know no probe

    /** Safe to repeat: reads only. Unknown, with the reason, if the node does not report it. */
    Reading<NodeBoot> now(Act act);

    /** Describes the running boot: its id, and when it began. */
    record NodeBoot(String bootId, Instant since) {}
}
