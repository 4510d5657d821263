/**
 * Simulates a small in-memory Kubernetes API server with played controllers and kubelets, for a simulated GPU fleet.
 */
@NullMarked
package dev.slipway.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
