package dev.slipway.runbook.gspmismatch;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.actIfBootKnown;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divert;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.here;
import static dev.slipway.rules.Then.hold;
import static dev.slipway.rules.Then.operator;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.gspmismatch.GspMismatchProcedure.PURGE;
import static dev.slipway.runbook.gspmismatch.GspMismatchProcedure.REINSTALL;
import static dev.slipway.runbook.gspmismatch.GspMismatchProcedure.RESET_ALL;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.RuleTable;
import dev.slipway.rules.Then;
import dev.slipway.runbook.DecisionTable;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Diagnoses why the GPUs' system processors do not run the driver's firmware, and selects the procedure. The first row
 * that matches is taken.
 */
public final class GspMismatchTable implements DecisionTable {
    private static final String GPU_FAULT = "gpu-fault-rma";
    private static final String RUN_FILE =
            "run-file driver: a person must run nvidia-uninstall, or write the image again";

    static final RuleTable<GspMismatchView> RULES = RuleTable.of(
            rule("W1", "facts incomplete", v -> v.node().readForDriver(), report()),
            rule(
                    "W2",
                    "fewer GPUs on the bus than the profile",
                    v -> v.node().gpus().missing(),
                    divertUnsafe(GPU_FAULT)),
            rule(
                    "W3",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule(
                    "W4",
                    "the driver is the GPU Operator's",
                    v -> v.node().driver().operated(),
                    operator()),
            rule(
                    "W5",
                    "driver installed by a run file",
                    v -> v.node().driver().ofRunFile().by(RUN_FILE),
                    person()),
            rule(
                    "W6",
                    "no module for the running kernel",
                    v -> v.node().driver().noModule(),
                    divert("kernel-gpu-missing")),
            rule("W7", "firmware turned off, and nobody recorded it", GspMismatchView::turnedOff, person()),
            rule("W8", "no room for packages or an initramfs", GspMismatchView::full, person()),
            rule("W9", "firmware that no package of the driver brought", GspMismatchView::ownerless, person()),
            rule("W10", "copies of the module that cannot be told apart", GspMismatchView::unclearCopies, person()),
            rule(
                    "W11",
                    "another branch of the driver, or a stray module, is installed",
                    GspMismatchView::stray,
                    here((v, why) -> Then.bootKnown(v, PURGE.on(why.sentence())))),
            rule("W12", "healthy set of another version", GspMismatchView::driftedInPeace, divert("image-drift")),
            rule("W13", "firmware missing or partial", GspMismatchView::missing, actIfBootKnown(REINSTALL)),
            rule("W14", "half-applied, or mixed versions", GspMismatchView::brokenOrMixed, actIfBootKnown(REINSTALL)),
            rule(
                    "W15",
                    "the pinned set is on disk and another driver in the kernel",
                    GspMismatchView::notReloaded,
                    divert("module-reload")),
            rule("W16", "the driver does not load, and its firmware is whole", GspMismatchView::doesNotLoad, hold()),
            rule("W17", "the same GPU again", GspMismatchView::failedBefore, divertUnsafe(GPU_FAULT)),
            rule(
                    "W18",
                    "firmware that looks whole does not load",
                    GspMismatchView::firmwareFails,
                    actIfBootKnown(REINSTALL)),
            rule("W19", "consistent, and GPUs fail", GspMismatchView::processorFails, actIfBootKnown(RESET_ALL)),
            rule("W20", "GPUs run without firmware, and the cause is unknown", GspMismatchView::runsWithout, report()),
            rule(
                    "W21",
                    "firmware of another version than the driver",
                    GspMismatchView::otherFirmware,
                    actIfBootKnown(REINSTALL)),
            otherwise("W0", "nothing wrong: one firmware, that of the driver", clean()));

    @Override
    public String slug() {
        return "gsp-mismatch";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        return diagnose(facts, baseline, List::of);
    }

    /** A GPU whose firmware failed before, over all nodes it was in, is not reset once more. */
    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline, Supplier<List<GpuEvent>> past) {
        NodeView node = NodeView.of(facts, baseline);
        return RULES.diagnose(new GspMismatchView(node, past), node.differences());
    }
}
