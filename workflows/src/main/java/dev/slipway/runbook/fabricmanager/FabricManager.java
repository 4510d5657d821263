package dev.slipway.runbook.fabricmanager;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Registers all GPUs of a node with its NVLink fabric, or holds the node for its switches. */
@WorkflowInterface
public interface FabricManager extends Runbook {}
