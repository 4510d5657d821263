package dev.slipway.runbook;

import dev.slipway.model.Step;
import dev.slipway.port.Diagnostics;
import java.time.Duration;
import java.util.Optional;

/**
 * The wait of a step that heats while its fleet is frozen for heat (I19): the node stays out as it is, for days if need be.
 * Only a stop ends it before the freeze does.
 */
final class Suspension {
    private static final String ID = "suspended";
    private static final String TITLE = "Wait for the end of a freeze for heat";

    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofHours(1));
    private final Steps steps;
    private final Desk desk;

    Suspension(Steps steps, Desk desk) {
        this.steps = steps;
        this.desk = desk;
    }

    /** Returns when {@code step} may begin; throws where the run is stopped meanwhile, or was before. */
    void over(Step step) {
        Step wait = new Step(ID, TITLE, step.state());
        String why = TITLE;
        while (!why.isEmpty()) {
            Optional<String> answer = steps.run(
                    wait, diagnostics, (d, act) -> WorkflowWaits.unless(desk::stopWanted, () -> d.suspension(act)));
            why = answer.orElse(why);
            if (!why.isEmpty() && desk.stopWanted()) {
                throw steps.isUndoing()
                        ? new HoldWanted(desk.stopReason() + "; " + step.title() + " is suspended: " + why)
                        : new RollBackWanted(desk.stopReason());
            }
        }
    }
}
