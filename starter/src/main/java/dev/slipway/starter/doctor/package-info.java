/** Looks at every part that a run needs: configuration, ledger, Temporal, workers, and what only a worker reaches. */
@NullMarked
package dev.slipway.starter.doctor;

import org.jspecify.annotations.NullMarked;
