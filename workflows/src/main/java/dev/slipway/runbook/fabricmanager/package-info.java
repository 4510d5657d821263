/** Holds fabric-manager, the runbook for nodes whose NVSwitches, or whose fabric manager, do not connect their GPUs. */
@NullMarked
package dev.slipway.runbook.fabricmanager;

import org.jspecify.annotations.NullMarked;
