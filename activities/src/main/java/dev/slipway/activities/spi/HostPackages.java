package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.port.Packages;
import java.util.List;

/** Manages the packages of a node by its own package system, independent of what brought it to its baseline. */
public interface HostPackages
        extends Packages { // seam: what another means did is proved by the node's own package system
    /** Safe to repeat: reads only. Returns in what the node differs from its baseline, one line each. */
    List<String> differences(Act act, BaselineRef ref);
}
