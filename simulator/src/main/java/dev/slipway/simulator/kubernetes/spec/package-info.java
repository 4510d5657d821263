/** States what a simulated cluster has and how it misbehaves: nodes, pods, budgets, rights, faults. */
@NullMarked
package dev.slipway.simulator.kubernetes.spec;

import org.jspecify.annotations.NullMarked;
