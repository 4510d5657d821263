/** Simulates one GPU node: its packages, driver, GPUs, services, jobs and boots, and what can go wrong with them. */
@NullMarked
package dev.slipway.simulator.node;

import org.jspecify.annotations.NullMarked;
