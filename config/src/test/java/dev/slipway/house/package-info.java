/** The rules of the house as tests. */
@NullMarked
package dev.slipway.house;

import org.jspecify.annotations.NullMarked;
