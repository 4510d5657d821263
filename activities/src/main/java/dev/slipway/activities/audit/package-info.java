/** Writes to the ledger: the node's row and an audit record around every activity, ends, pins, proofs. */
@NullMarked
package dev.slipway.activities.audit;

import org.jspecify.annotations.NullMarked;
