/** Stories told in tests. */
@NullMarked
package dev.slipway.demo;

import org.jspecify.annotations.NullMarked;
