/** Lists the facts of a node: each with its name, its value or why it is unknown, and its source. */
@NullMarked
package dev.slipway.facts.view;

import org.jspecify.annotations.NullMarked;
