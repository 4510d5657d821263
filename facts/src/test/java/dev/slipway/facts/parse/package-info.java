@NullMarked
package dev.slipway.facts.parse;

import org.jspecify.annotations.NullMarked;
