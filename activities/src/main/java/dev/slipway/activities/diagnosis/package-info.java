/** The decision tables of the runbooks, asked with facts and baseline from the ledger. */
@NullMarked
package dev.slipway.activities.diagnosis;

import org.jspecify.annotations.NullMarked;
