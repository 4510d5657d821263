/** The starter on an ephemeral port, with an in-memory Temporal and an H2 ledger. */
@NullMarked
package dev.slipway.starter;

import org.jspecify.annotations.NullMarked;
