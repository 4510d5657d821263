package dev.slipway.starter;

import dev.slipway.model.Look;
import dev.slipway.port.Access;
import java.util.List;

/** A worker whose one node is well, and whose cluster cannot be looked at. */
final class FakeAccess implements Access {
    @Override
    public List<Look> nodes(String fleet, boolean all) {
        return List.of(Look.ok("SSH " + fleet, all ? "each of 2 nodes: well" : "gpu-041: well"));
    }

    @Override
    public List<Look> bmcs(String fleet, boolean all) {
        return List.of();
    }

    @Override
    public List<Look> rights(String fleet) {
        throw new IllegalStateException("the cluster of " + fleet + " is in flames");
    }
}
