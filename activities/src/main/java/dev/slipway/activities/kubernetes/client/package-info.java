/** Opens clients of the clusters that fleets name, and checks their credentials and rights. */
@NullMarked
package dev.slipway.activities.kubernetes.client;

import org.jspecify.annotations.NullMarked;
