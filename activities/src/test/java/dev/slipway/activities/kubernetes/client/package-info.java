/** Tests of clients of clusters, their credentials and rights. */
@NullMarked
package dev.slipway.activities.kubernetes.client;

import org.jspecify.annotations.NullMarked;
