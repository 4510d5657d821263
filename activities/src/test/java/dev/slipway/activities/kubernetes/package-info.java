/** The contract of Kubernetes nodes, run on a simulated API server. */
@NullMarked
package dev.slipway.activities.kubernetes;

import org.jspecify.annotations.NullMarked;
