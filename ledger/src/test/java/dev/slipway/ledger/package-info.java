/** Tests. */
@NullMarked
package dev.slipway.ledger;

import org.jspecify.annotations.NullMarked;
