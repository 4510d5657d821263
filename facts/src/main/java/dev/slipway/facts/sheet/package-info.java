/** The facts of a node as a flat list: each with its name, its value or why it is unknown, and where it came from. */
@NullMarked
package dev.slipway.facts.sheet;

import org.jspecify.annotations.NullMarked;
