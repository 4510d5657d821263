package dev.slipway.runbook.gpufaultrma;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Is the workflow type of the runbook {@code gpu-fault-rma}. */
@WorkflowInterface
public interface GpuFaultRma extends Runbook {}
