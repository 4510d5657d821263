package dev.slipway.runbook.fabricmanager;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/**
 * A node whose GPUs are not all registered with its NVLink fabric gets them registered, or is held for its switches.
 */
@WorkflowInterface
public interface FabricManager extends Runbook {}
