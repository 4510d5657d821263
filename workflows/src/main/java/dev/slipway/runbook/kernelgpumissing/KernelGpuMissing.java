package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/**
 * Brings back GPUs that vanished with a change of the kernel: by the module for the pinned kernel, or by that kernel
 * itself.
 */
@WorkflowInterface
public interface KernelGpuMissing extends Runbook {}
