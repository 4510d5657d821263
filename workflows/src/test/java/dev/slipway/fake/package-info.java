/** The ports in memory: a node with behaviour, faults on demand, and an observer that trusts nobody. */
@NullMarked
package dev.slipway.fake;

import org.jspecify.annotations.NullMarked;
