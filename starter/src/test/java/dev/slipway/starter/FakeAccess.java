package dev.slipway.starter;

import dev.slipway.model.Look;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reached;
import dev.slipway.model.Reading;
import dev.slipway.port.Access;
import java.util.List;

/** A worker whose one node is well, whose gpu-102 is as silent as its BMC, and whose cluster cannot be looked at. */
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
    public Reached reach(NodeRef node) {
        return node.name().equals("gpu-102")
                ? new Reached(false, "127.0.0.1:22: connection refused", Reading.of(false))
                : new Reached(true, "it answers", Reading.unknown("not asked: the node answers"));
    }

    @Override
    public List<Look> rights(String fleet) {
        throw new IllegalStateException("the cluster of " + fleet + " is in flames");
    }
}
