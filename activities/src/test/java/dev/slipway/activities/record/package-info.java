/** Tests of what the ledger is told. */
@NullMarked
package dev.slipway.activities.record;

import org.jspecify.annotations.NullMarked;
