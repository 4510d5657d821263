package dev.slipway.starter;

import dev.slipway.model.CheckResult;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import dev.slipway.port.Access;
import java.util.List;

/** A worker whose one node is well, whose gpu-102 is as silent as its BMC, and whose cluster cannot be looked at. */
final class FakeAccess implements Access {
    @Override
    public List<CheckResult> nodes(String fleet, boolean all) {
        return List.of(CheckResult.ok("SSH " + fleet, all ? "each of 2 nodes: well" : "gpu-041: well"));
    }

    @Override
    public List<CheckResult> bmcs(String fleet, boolean all) {
        return List.of();
    }

    @Override
    public Reached reach(NodeRef node) {
        return node.name().equals("gpu-102")
                ? new Reached(false, "127.0.0.1:22: connection refused", Reading.of(false))
                : new Reached(true, "it answers", Reading.unknown("not asked: the node answers"));
    }

    @Override
    public List<CheckResult> rights(String fleet) {
        throw new IllegalStateException("the cluster of " + fleet + " is in flames");
    }
}
