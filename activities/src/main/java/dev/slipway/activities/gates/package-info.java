/** The questions before a node leaves service, the gates before it returns, and what a soak looks for. */
@NullMarked
package dev.slipway.activities.gates;

import org.jspecify.annotations.NullMarked;
