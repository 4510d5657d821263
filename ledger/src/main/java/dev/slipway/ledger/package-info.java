/** See the module description. */
@NullMarked
package dev.slipway.ledger;

import org.jspecify.annotations.NullMarked;
