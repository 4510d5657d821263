/** Parses what NVIDIA's tools print: nvidia-smi, dcgmi, nccl-tests. */
@NullMarked
package dev.slipway.facts.nvidia;

import org.jspecify.annotations.NullMarked;
