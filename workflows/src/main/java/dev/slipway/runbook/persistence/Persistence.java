package dev.slipway.runbook.persistence;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Makes a node hold its GPUs open while nobody uses them, without leaving service for that. */
@WorkflowInterface
public interface Persistence extends Runbook {}
