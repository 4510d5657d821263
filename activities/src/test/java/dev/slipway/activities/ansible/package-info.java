/** Plays against a stand-in with behaviour, and against the real tool. */
@NullMarked
package dev.slipway.activities.ansible;

import org.jspecify.annotations.NullMarked;
