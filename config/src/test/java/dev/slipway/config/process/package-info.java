/** What the words after the name of a server do. */
@NullMarked
package dev.slipway.config.process;

import org.jspecify.annotations.NullMarked;
