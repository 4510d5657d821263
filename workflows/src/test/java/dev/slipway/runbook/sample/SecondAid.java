package dev.slipway.runbook.sample;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** second-aid: a station on a longer way. */
@WorkflowInterface
public interface SecondAid extends Runbook {}
