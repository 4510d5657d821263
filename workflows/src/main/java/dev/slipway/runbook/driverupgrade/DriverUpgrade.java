package dev.slipway.runbook.driverupgrade;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Moves a node to the baseline of an approved plan, and back where it does not bear it. */
@WorkflowInterface
public interface DriverUpgrade extends Runbook {}
