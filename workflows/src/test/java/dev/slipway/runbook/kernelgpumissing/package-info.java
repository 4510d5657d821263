/** kernel-gpu-missing, row by row and step by step. */
@NullMarked
package dev.slipway.runbook.kernelgpumissing;

import org.jspecify.annotations.NullMarked;
