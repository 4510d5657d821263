/** Reports of drift checks, dry runs and the answers of a fleet's members. */
@NullMarked
package dev.slipway.model.rollout;

import org.jspecify.annotations.NullMarked;
