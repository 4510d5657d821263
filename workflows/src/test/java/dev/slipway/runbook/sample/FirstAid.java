package dev.slipway.runbook.sample;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** first-aid: one reboot, then the same proof as any other. */
@WorkflowInterface
public interface FirstAid extends Runbook {}
