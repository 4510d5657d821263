/** The connection to Temporal that an installation's configuration describes. */
@NullMarked
package dev.slipway.config.temporal;

import org.jspecify.annotations.NullMarked;
