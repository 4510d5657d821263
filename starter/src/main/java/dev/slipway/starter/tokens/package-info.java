/** Who may ask the starter for what: the installation's own token, and named ones. */
@NullMarked
package dev.slipway.starter.tokens;

import org.jspecify.annotations.NullMarked;
