/** Tests of the worker, on an engine in memory. */
@NullMarked
package dev.slipway.worker;

import org.jspecify.annotations.NullMarked;
