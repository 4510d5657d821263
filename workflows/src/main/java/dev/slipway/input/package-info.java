/** What workflows are sent, by our own processes and by anybody else who reaches Temporal. */
@NullMarked
package dev.slipway.input;

import org.jspecify.annotations.NullMarked;
