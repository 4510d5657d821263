/**
 * Converts facts to JSON: what the API returns, the command line prints and saves, and reads again. It needs no Spring.
 */
@NullMarked
package dev.slipway.starter.view;

import org.jspecify.annotations.NullMarked;
