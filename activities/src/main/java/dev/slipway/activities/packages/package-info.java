/** Manages the packages, services and runtime settings of a node. */
@NullMarked
package dev.slipway.activities.packages;

import org.jspecify.annotations.NullMarked;
