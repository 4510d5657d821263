package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.Evidence;
import java.util.List;
import java.util.function.Function;

/** Evidence of a {@link FakeNode}, of which only that it was asked for counts. */
record FakeEvidence(Function<NodeRef, FakeNode> find) implements Evidence {
    @Override
    public EvidenceRef capture(Act act) {
        FakeNode node = find.apply(act.node());
        return node.call("Evidence.capture", () -> new EvidenceRef("bundle", "00", 1, node.bootId(), node.journalKept));
    }

    @Override
    public EvidenceRef bundle(Act act, List<GpuSuspect> gpus) {
        FakeNode node = find.apply(act.node());
        return node.call("Evidence.bundle", () -> new EvidenceRef("vendor", "01", 1, node.bootId(), node.journalKept));
    }

    @Override
    public EvidenceRef record(Act act, RmaCase rma) {
        return find.apply(act.node()).call("Evidence.record", () -> new EvidenceRef("case", "02", 1));
    }
}
