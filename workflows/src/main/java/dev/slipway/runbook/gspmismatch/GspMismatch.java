package dev.slipway.runbook.gspmismatch;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Reinstalls the complete pinned set on a node whose GPUs do not start, or fall silent, without the right firmware. */
@WorkflowInterface
public interface GspMismatch extends Runbook {}
