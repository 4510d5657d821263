/**
 * Questions about a node, each asked and answered once, and tables of rules that lead from the answers to a route.
 * Pure.
 */
@NullMarked
package dev.slipway.rules;

import org.jspecify.annotations.NullMarked;
