/** The fleet page as a browser shows it. */
@NullMarked
package dev.slipway.starter.page;

import org.jspecify.annotations.NullMarked;
