/** Tests of what the ledger is told. */
@NullMarked
package dev.slipway.activities.audit;

import org.jspecify.annotations.NullMarked;
