/** Tests of what doctor checks by itself. */
@NullMarked
package dev.slipway.starter.doctor;

import org.jspecify.annotations.NullMarked;
