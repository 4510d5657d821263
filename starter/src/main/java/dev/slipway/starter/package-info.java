/** Contains the HTTP service in front of Temporal and the ledger, and the command line that calls it. */
@NullMarked
package dev.slipway.starter;

import org.jspecify.annotations.NullMarked;
