/** Facts: what one reading of a node returns. */
@NullMarked
package dev.slipway.model.facts;

import org.jspecify.annotations.NullMarked;
