/** Controls who may request what from the starter: by the installation's own token, and by named ones. */
@NullMarked
package dev.slipway.starter.tokens;

import org.jspecify.annotations.NullMarked;
