package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/**
 * GPUs that vanished with a change of the kernel come back: by the module for the sanctioned kernel, or by that kernel
 * itself.
 */
@WorkflowInterface
public interface KernelGpuMissing extends Runbook {}
