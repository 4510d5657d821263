/** Re-images nodes by a command of the site. */
@NullMarked
package dev.slipway.activities.image;

import org.jspecify.annotations.NullMarked;
