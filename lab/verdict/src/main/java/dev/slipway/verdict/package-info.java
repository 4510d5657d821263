/** Collects what every test process ran, and states the verdict on a whole test run. */
@NullMarked
package dev.slipway.verdict;

import org.jspecify.annotations.NullMarked;
