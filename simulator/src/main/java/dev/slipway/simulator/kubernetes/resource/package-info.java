/** Holds objects of the Kubernetes API and requests for them: types, selectors, patches, refusals. */
@NullMarked
package dev.slipway.simulator.kubernetes.resource;

import org.jspecify.annotations.NullMarked;
