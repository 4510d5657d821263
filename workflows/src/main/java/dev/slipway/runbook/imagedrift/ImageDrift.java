package dev.slipway.runbook.imagedrift;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Brings a node that left its baseline back to it: by packages in place, or by a new image. */
@WorkflowInterface
public interface ImageDrift extends Runbook {}
