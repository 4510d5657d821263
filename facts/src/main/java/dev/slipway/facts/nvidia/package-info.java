/** Parses what NVIDIA's tools print: nvidia-smi and dcgmi. */
@NullMarked
package dev.slipway.facts.nvidia;

import org.jspecify.annotations.NullMarked;
