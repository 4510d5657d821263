package dev.slipway.runbook.modulereload;

import dev.slipway.frame.Runbook;
import io.temporal.workflow.WorkflowInterface;

/** A node whose driver in the kernel is not the one on disk gets it loaded: by a reload, a reboot, or a reinstall. */
@WorkflowInterface
public interface ModuleReload extends Runbook {}
