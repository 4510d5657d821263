package dev.slipway.runbook.driverupgrade;

import dev.slipway.model.Difference;
import dev.slipway.model.Field;
import dev.slipway.model.UnchangeableFields;
import dev.slipway.rules.DriftView;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import java.util.stream.Collectors;

/** Answers whether a node bears the planned baseline, and by which way it comes there. */
record DriverUpgradeView(DriftView drift) implements View {

    static DriverUpgradeView of(NodeView node) {
        return new DriverUpgradeView(DriftView.of(node));
    }

    @Override
    public NodeView node() {
        return drift.node();
    }

    private DriverView driver() {
        return node().driver();
    }

    private static Judgement failsAlready(Judgement fault, String runbook, NodeView node) {
        return fault.by(fault.sentence() + ": it fails already, so the upgrade would be blamed; repair it first:"
                + " slipway run " + runbook + " --node " + node.facts().node() + " --reason …");
    }

    Judgement gpusMissing() {
        return failsAlready(node().gpus().missing(), "gpu-fault-rma", node());
    }

    Judgement packagesHalfApplied() {
        Judgement broken = driver().packagesBroken();
        return failsAlready(broken.by("half-applied packages: " + broken.sentence()), "image-drift", node());
    }

    Judgement twoBranches() {
        return failsAlready(driver().twoBranches(), "gsp-mismatch", node());
    }

    Judgement gpusSilent() {
        return failsAlready(node().gpus().silent(), "module-reload", node());
    }

    /** The baseline pins a field that nothing would bring: the node would never pass its gates. */
    Judgement unchangeableOff() {
        UnchangeableFields fields =
                UnchangeableFields.of(node().facts(), node().goal()).evenByAnImage(node().goal());
        return Judgement.of(
                !fields.off().isEmpty(), fields.sentence(node().facts().node()));
    }

    Judgement kernelMoves() {
        return drift.differs(Field.KERNEL).and(drift.versionsDiffer()).by(moves());
    }

    Judgement versionsMove() {
        return drift.versionsDiffer().by(moves());
    }

    Judgement imageMoves() {
        return drift.imageMissed().by(moves());
    }

    Judgement settingsDiffer() {
        return drift.settingsDiffer()
                .by("the planned versions run; settings, services or holds differ: slipway run image-drift --node "
                        + node().facts().node() + " --reason …");
    }

    private String moves() {
        return drift.versions().stream()
                .filter(d -> d.actionable() && !d.unread())
                .map(Difference::toString)
                .collect(Collectors.joining(", "));
    }
}
