/** Tests of the router. */
@NullMarked
package dev.slipway.rules.triage;

import org.jspecify.annotations.NullMarked;
