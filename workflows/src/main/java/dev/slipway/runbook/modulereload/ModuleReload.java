package dev.slipway.runbook.modulereload;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** Loads the driver on disk of a node whose kernel runs another: by a reload, a reboot, or a reinstall. */
@WorkflowInterface
public interface ModuleReload extends Runbook {}
