/** Manages nodes of a Kubernetes cluster: cordon, drain, hold, readmit, and what the API reports about a node. */
@NullMarked
package dev.slipway.activities.kubernetes;

import org.jspecify.annotations.NullMarked;
