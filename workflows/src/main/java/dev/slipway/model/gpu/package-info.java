/** GPUs: their errors, their history, and what a replacement needs. */
@NullMarked
package dev.slipway.model.gpu;

import org.jspecify.annotations.NullMarked;
