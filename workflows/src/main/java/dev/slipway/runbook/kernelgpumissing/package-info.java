/** kernel-gpu-missing: a node whose GPUs vanished with its kernel gets its module, or its sanctioned kernel, back. */
@NullMarked
package dev.slipway.runbook.kernelgpumissing;

import org.jspecify.annotations.NullMarked;
