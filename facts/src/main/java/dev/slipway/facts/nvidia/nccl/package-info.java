/** Parses what nccl-tests print, and why one could not be launched. */
@NullMarked
package dev.slipway.facts.nvidia.nccl;

import org.jspecify.annotations.NullMarked;
