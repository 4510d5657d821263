/**
 * From what is known of a node to the first runbook: the router's rows, what an XID asks for, and what repeats. Pure:
 * reads nothing, changes nothing, and says what it could not judge.
 */
@NullMarked
package dev.slipway.route;

import org.jspecify.annotations.NullMarked;
