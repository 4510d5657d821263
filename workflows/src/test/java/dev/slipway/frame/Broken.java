package dev.slipway.frame;

import io.temporal.workflow.WorkflowInterface;

/** A runbook with one defect, which the trigger's {@code change} names. */
@WorkflowInterface
public interface Broken extends Runbook {

    /** What it does that no runbook may. */
    enum Defect {
        NONE,
        READMITS_WITHOUT_PROOF,
        READMITS_ON_THE_PROOF_OF_ANOTHER_BOOT,
        READMITS_AS_UNTOUCHED_WHAT_IT_CHANGED,
        LIFTS_A_FOREIGN_CORDON,
        CONVERGES_BEFORE_THE_DRAIN,
        REBOOTS_TWICE
    }
}
