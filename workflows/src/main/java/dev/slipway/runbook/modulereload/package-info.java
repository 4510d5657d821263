/** module-reload: a driver that does not load, or not the one that its library wants, is loaded again, with proof. */
@NullMarked
package dev.slipway.runbook.modulereload;

import org.jspecify.annotations.NullMarked;
