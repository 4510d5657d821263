/** Tests of the parsers of nccl-tests. */
@NullMarked
package dev.slipway.facts.nvidia.nccl;

import org.jspecify.annotations.NullMarked;
