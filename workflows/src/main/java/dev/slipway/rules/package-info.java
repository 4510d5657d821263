/** Answers each question about a node once, and leads from the answers to a route by tables of rules. It is pure. */
@NullMarked
package dev.slipway.rules;

import org.jspecify.annotations.NullMarked;
