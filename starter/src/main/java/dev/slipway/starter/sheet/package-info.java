/** Facts as JSON: what the API answers, the command line prints and saves, and reads again. Without Spring. */
@NullMarked
package dev.slipway.starter.sheet;

import org.jspecify.annotations.NullMarked;
