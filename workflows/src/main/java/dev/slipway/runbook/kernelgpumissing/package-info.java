/**
 * Holds kernel-gpu-missing: it gives a node whose GPUs vanished with its kernel its module, or its pinned kernel, back.
 */
@NullMarked
package dev.slipway.runbook.kernelgpumissing;

import org.jspecify.annotations.NullMarked;
