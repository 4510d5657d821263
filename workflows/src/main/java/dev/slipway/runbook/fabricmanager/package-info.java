/** fabric-manager: the runbook for nodes whose NVSwitches, or whose fabric manager, do not carry their GPUs. */
@NullMarked
package dev.slipway.runbook.fabricmanager;

import org.jspecify.annotations.NullMarked;
