package dev.slipway.frame;

import dev.slipway.model.Step;
import dev.slipway.model.node.Handover;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Evidence;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;

/**
 * Leads to another runbook, under the same lock, cordon, grant and token; the node is held if that one cannot take it.
 */
final class Diversion {
    /** Names the runbook for a node that fails its gates on both baselines, or crashes under them. */
    static final String HARDWARE = "gpu-fault-rma";

    private static final int MOST_RUNBOOKS = 3;

    private final RunContext run;
    private final Endings endings;

    Diversion(RunContext run, Endings endings) {
        this.run = run;
        this.endings = endings;
    }

    /**
     * Diverts a crashed node. It is never tested again here and never rolled back: what was converged stays, and
     * another runbook handles the hardware.
     */
    Ending crashed(String reason) {
        run.journal.line(reason);
        run.rememberCrash();
        run.steps.undoing();
        run.compensations.forget();
        List<String> why = new ArrayList<>(List.of(reason));
        run.bestEffort(why, () -> {
            boolean logged = run.step(FrameSteps.CRASH, Evidence.class, Evidence::capture)
                    .bootBefore();
            run.journal.line("the kernel's log of the boot before " + (logged ? "is kept" : "is not kept by the node"));
        });
        String whole = String.join("; ", why);
        return run.slug.equals(HARDWARE) ? endings.hold(whole) : to(HARDWARE, whole);
    }

    /** Hands the node to the runbook {@code to}, or holds it for that one. */
    Ending to(String to, String why) {
        return to(to, why, run.trigger);
    }

    /** Does the same for {@code wanted}, by the trigger that its node has as it was found. */
    Ending to(RunEnded.Divert wanted) {
        Trigger found = wanted.asFound()
                ? run.trigger.previous().map(run.trigger::towards).orElse(run.trigger)
                : run.trigger;
        return to(wanted.slug(), wanted.why(), found);
    }

    private Ending to(String to, String why, Trigger trigger) {
        String tail = why.isBlank() ? "" : ": " + why;
        try {
            run.compensations.run();
            run.restores.run();
            String type = run.step(Step.DIAGNOSE, Diagnosis.class, (d, act) -> d.workflowType(act, to));
            List<String> path = run.path.slugs();
            if (type.isBlank() || path.size() >= MOST_RUNBOOKS || run.decisions.stopWanted() || path.contains(to)) {
                return endings.hold("needs " + to + tail);
            }
            run.journal.handsOver(to);
            Workflow.await(Workflow::isEveryHandlerFinished);
            Workflow.continueAsNew(type, null, trigger.carrying(handover("→ " + to + tail)));
            throw new IllegalStateException("continue-as-new returned");
        } catch (RunEnded stuck) {
            return endings.hold("needs " + to + tail + "; " + stuck.reason());
        }
    }

    private Handover handover(String how) {
        return new Handover(
                run.binding.token(),
                run.cordoning.record(),
                run.lease.grant(),
                run.captured,
                run.binding.t0(),
                run.binding.machine(),
                run.path.slugs(),
                run.path.entries(run.readings.row(), how),
                run.changed(),
                run.ladder.taken(),
                run.crashedUnderTest(),
                run.binding.mark(),
                run.steps.waited());
    }
}
