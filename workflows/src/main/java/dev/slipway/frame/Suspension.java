package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Step;
import dev.slipway.port.Diagnostics;
import java.util.Optional;

/**
 * Waits with a step that heats while its fleet is frozen for heat (I19): the node stays out as it is, for days if
 * necessary. Only a stop ends it before the freeze does.
 */
final class Suspension {
    private static final String ID = "suspended";
    private static final String TITLE = "Wait for the end of a freeze for heat";

    private final StepRunner steps;
    private final OperatorDecisions decisions;

    Suspension(StepRunner steps, OperatorDecisions decisions) {
        this.steps = steps;
        this.decisions = decisions;
    }

    /** Returns when {@code step} may begin; throws where the run is stopped meanwhile, or was before. */
    void over(Step step) {
        Step wait = new Step(ID, TITLE, step.state());
        String why = TITLE;
        while (!why.isEmpty()) {
            Optional<String> answer = steps.run(
                    wait,
                    Diagnostics.class,
                    (d, act) -> WorkflowTimers.unless(decisions::stopWanted, () -> d.suspension(act)));
            why = answer.orElse(why);
            if (!why.isEmpty() && decisions.stopWanted()) {
                throw steps.isUndoing()
                        ? new RunEnded.Hold(decisions.stopReason() + "; " + step.title() + " is suspended: " + why)
                        : new RunEnded.RollBack(decisions.stopReason());
            }
        }
    }
}
