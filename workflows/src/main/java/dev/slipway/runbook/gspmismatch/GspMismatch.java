package dev.slipway.runbook.gspmismatch;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** A node whose GPUs do not start, or fall silent, for want of the right firmware gets the pinned set whole again. */
@WorkflowInterface
public interface GspMismatch extends Runbook {}
