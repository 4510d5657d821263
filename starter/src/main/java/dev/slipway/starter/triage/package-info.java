/** Answers which runbook a node needs, for a person and for an alert, by the triage table. */
@NullMarked
package dev.slipway.starter.triage;

import org.jspecify.annotations.NullMarked;
