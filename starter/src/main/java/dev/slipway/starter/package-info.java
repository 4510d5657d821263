/** The one door: an HTTP service in front of Temporal and the ledger, and the command line that asks it. */
@NullMarked
package dev.slipway.starter;

import org.jspecify.annotations.NullMarked;
