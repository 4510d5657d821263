package dev.slipway.runbook.imagedrift;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.act;
import static dev.slipway.rules.Then.actOn;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divert;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.operator;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.imagedrift.ImageDriftProcedure.BOOT;
import static dev.slipway.runbook.imagedrift.ImageDriftProcedure.CONVERGE;
import static dev.slipway.runbook.imagedrift.ImageDriftProcedure.IMAGE;
import static dev.slipway.runbook.imagedrift.ImageDriftProcedure.SETTINGS;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.RuleTable;
import dev.slipway.runbook.DecisionTable;
import java.util.Set;

/**
 * Diagnoses which node is drifted, and which is broken, faulty, or clean. The first row that matches is taken. A node
 * whose GPUs do not answer is broken, not drifted, unless its packages moved under the running module.
 */
public final class ImageDriftTable implements DecisionTable {
    static final RuleTable<ImageDriftView> RULES = RuleTable.of(
            rule(
                    "D1",
                    "facts incomplete: unreachable or unreadable, not drift",
                    v -> v.node().readForDriver(),
                    report()),
            rule(
                    "D2",
                    "hardware: fewer GPUs on the bus than the profile",
                    v -> v.node().gpus().missing(),
                    divertUnsafe("gpu-fault-rma")),
            rule(
                    "D3",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule("D4", "driver installed by a run file", ImageDriftView::runFileDrifted, person()),
            rule(
                    "D5",
                    "the driver is the GPU Operator's, and the node is not at its baseline",
                    ImageDriftView::operatorsWork,
                    operator()),
            rule("D24", "a pinned field is off that no runbook changes", ImageDriftView::unchangeableOff, person()),
            rule(
                    "D6",
                    "half-applied package transaction",
                    v -> v.node().driver().packagesBroken(),
                    act(CONVERGE)),
            rule("D7", "two driver branches installed", v -> v.node().driver().twoBranches(), divert("gsp-mismatch")),
            rule("D8", "packages moved under the running module", ImageDriftView::movedUnderTheModule, act(CONVERGE)),
            rule(
                    "D9",
                    "broken: no module built for the running kernel",
                    ImageDriftView::withoutModule,
                    divertUnsafe("kernel-gpu-missing")),
            rule("D10", "broken: GSP firmware", ImageDriftView::firmwareFails, divertUnsafe("gsp-mismatch")),
            rule(
                    "D11",
                    "broken: GPUs on the bus do not answer",
                    v -> v.node().gpus().silent(),
                    divertUnsafe("module-reload")),
            rule("D12", "missed wave or stale image", v -> v.drift().imageMissed(), act(IMAGE)),
            rule("D13", "patched in place after imaging", v -> v.drift().patchedOnDisk(), act(IMAGE)),
            rule("D14", "wrong boot entry: the pinned kernel is ready", ImageDriftView::wrongBootEntry, actOn(BOOT)),
            rule(
                    "D15",
                    "fabric manager is not at the driver's version",
                    ImageDriftView::fabricManagerDiffers,
                    act(CONVERGE)),
            rule("D16", "newer than the pin", ImageDriftView::newer, act(CONVERGE)),
            rule("D17", "config drift", v -> v.drift().versionsDiffer(), act(CONVERGE)),
            rule("D18", "MIG mode differs", ImageDriftView::migDiffers, divert("mig-stale")),
            rule("D19", "ECC mode differs", ImageDriftView::eccDiffers, divert("ecc-toggle")),
            rule(
                    "D20",
                    "runtime settings, services or holds differ",
                    v -> v.drift().settingsDiffer(),
                    act(SETTINGS)),
            rule("D21", "boot settings drift from those of the image", ImageDriftView::firmwareDiffers, report()),
            rule("D22", "a pinned field cannot be read", v -> v.drift().unread(), report()),
            rule(
                    "D23",
                    "versions equal the pin, the image is unknown",
                    v -> v.drift().imageUnknown(),
                    report()),
            otherwise("D0", "every pinned field equals the baseline", clean()));

    @Override
    public String slug() {
        return "image-drift";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        ImageDriftView view = ImageDriftView.of(NodeView.of(facts, baseline));
        return RULES.diagnose(view, view.drift().found().all());
    }
}
