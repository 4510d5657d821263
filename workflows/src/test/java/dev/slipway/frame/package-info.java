/** Tests of the frame. */
@NullMarked
package dev.slipway.frame;

import org.jspecify.annotations.NullMarked;
