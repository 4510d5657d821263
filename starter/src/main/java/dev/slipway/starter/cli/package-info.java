/** Contains the command line, a thin client of the starter's API, without Spring. */
@NullMarked
package dev.slipway.starter.cli;

import org.jspecify.annotations.NullMarked;
