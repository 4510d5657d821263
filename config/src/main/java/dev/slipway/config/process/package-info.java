/** Reads the command lines of the processes that an installation consists of. */
@NullMarked
package dev.slipway.config.process;

import org.jspecify.annotations.NullMarked;
