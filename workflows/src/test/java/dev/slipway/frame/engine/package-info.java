/** Tests of the frame. */
@NullMarked
package dev.slipway.frame.engine;

import org.jspecify.annotations.NullMarked;
