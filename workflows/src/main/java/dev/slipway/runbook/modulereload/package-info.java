/** Holds module-reload: it loads a driver that does not load, or that its library does not match, with proof. */
@NullMarked
package dev.slipway.runbook.modulereload;

import org.jspecify.annotations.NullMarked;
