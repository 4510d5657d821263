/** Parses what the kernel and its tools print: log, modules, devices on the bus. */
@NullMarked
package dev.slipway.facts.kernel;

import org.jspecify.annotations.NullMarked;
