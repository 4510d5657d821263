/** Evaluates the decision tables of the runbooks, with facts and baseline from the ledger. */
@NullMarked
package dev.slipway.activities.diagnosis;

import org.jspecify.annotations.NullMarked;
