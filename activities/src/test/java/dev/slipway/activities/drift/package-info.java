/** Reading a whole fleet, on simulated nodes behind SSH. */
@NullMarked
package dev.slipway.activities.drift;

import org.jspecify.annotations.NullMarked;
