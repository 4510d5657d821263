/** Capacity: who may be out of service, and under which grant. */
@NullMarked
package dev.slipway.model.capacity;

import org.jspecify.annotations.NullMarked;
