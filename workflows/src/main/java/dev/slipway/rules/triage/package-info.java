/**
 * Leads from what is known about a node to the first runbook: the router's rows, the action that an XID requires, and
 * repeated events. It is pure: it reads nothing, changes nothing, and states what it could not judge.
 */
@NullMarked
package dev.slipway.rules.triage;

import org.jspecify.annotations.NullMarked;
