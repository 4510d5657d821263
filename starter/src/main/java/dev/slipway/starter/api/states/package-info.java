/** Gives each node its one state, by its row in the ledger and the last reading of the schedulers. */
@NullMarked
package dev.slipway.starter.api.states;

import org.jspecify.annotations.NullMarked;
