package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.FactsRef;
import io.temporal.activity.ActivityInterface;

/** Evaluates the decision tables outside the workflow, so that a changed table never breaks a replay. */
@ActivityInterface(namePrefix = "Diagnosis.")
public interface Diagnosis {

    /** Safe to repeat: pure. Returns the first row of the table of {@code act.runbook()} that the facts match. */
    Diagnosed diagnose(Act act, FactsRef facts, BaselineRef baseline);

    /**
     * Safe to repeat: reads only. Returns the workflow type of the runbook {@code slug} on this worker; empty if it is
     * not installed.
     */
    String workflowType(Act act, String slug);
}
