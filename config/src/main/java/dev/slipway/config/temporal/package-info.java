/** Connects to Temporal as an installation's configuration describes. */
@NullMarked
package dev.slipway.config.temporal;

import org.jspecify.annotations.NullMarked;
