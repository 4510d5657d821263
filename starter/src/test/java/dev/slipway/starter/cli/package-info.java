/** The command line against a running starter. */
@NullMarked
package dev.slipway.starter.cli;

import org.jspecify.annotations.NullMarked;
