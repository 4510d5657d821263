/** Schedule definitions. */
@NullMarked
package dev.slipway.starter.schedules;

import org.jspecify.annotations.NullMarked;
