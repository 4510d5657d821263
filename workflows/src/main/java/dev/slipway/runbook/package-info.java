/** The frame that every node runbook shares, and one folder a runbook. */
@NullMarked
package dev.slipway.runbook;

import org.jspecify.annotations.NullMarked;
