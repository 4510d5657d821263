/** Workflows that read and change nothing: facts, reachability, dry runs, and the doctor. */
@NullMarked
package dev.slipway.query;

import org.jspecify.annotations.NullMarked;
