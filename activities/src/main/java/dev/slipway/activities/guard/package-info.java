/** What is asked directly before a node is changed, and before it may take work again. Against interfaces only. */
@NullMarked
package dev.slipway.activities.guard;

import org.jspecify.annotations.NullMarked;
