/** A fifth runbook, as somebody would add it: classes of its own and nothing else. Here only to be compiled and run. */
@NullMarked
package dev.slipway.runbook.sample;

import org.jspecify.annotations.NullMarked;
