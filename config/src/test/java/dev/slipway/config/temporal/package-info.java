@NullMarked
package dev.slipway.config.temporal;

import org.jspecify.annotations.NullMarked;
