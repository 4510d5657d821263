/** Holds one folder per runbook, and the tables' common interface. */
@NullMarked
package dev.slipway.runbook;

import org.jspecify.annotations.NullMarked;
