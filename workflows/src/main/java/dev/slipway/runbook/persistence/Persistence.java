package dev.slipway.runbook.persistence;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/**
 * A node whose GPUs fall asleep while nobody uses them keeps them awake from now on, without leaving service for that.
 */
@WorkflowInterface
public interface Persistence extends Runbook {}
