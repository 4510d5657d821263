/** Holds driver-upgrade: it moves a node of an approved plan to another driver, CUDA stack or kernel, with proof. */
@NullMarked
package dev.slipway.runbook.driverupgrade;

import org.jspecify.annotations.NullMarked;
