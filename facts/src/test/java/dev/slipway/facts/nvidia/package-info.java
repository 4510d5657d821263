@NullMarked
package dev.slipway.facts.nvidia;

import org.jspecify.annotations.NullMarked;
