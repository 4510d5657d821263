/**
 * Holds the bodies of the API's requests and answers, version 1: the starter writes what the command line reads, and
 * the published description is generated from them. It needs no Spring. An answer's component without {@code @Nullable}
 * is always there; a request's component may be left out unless it is marked as required.
 */
@NullMarked
package dev.slipway.starter.client;

import org.jspecify.annotations.NullMarked;
