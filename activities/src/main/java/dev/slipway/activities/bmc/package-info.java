/** Controls power from outside, through BMCs by Redfish and by IPMI. Their answers are read back, never believed. */
@NullMarked
package dev.slipway.activities.bmc;

import org.jspecify.annotations.NullMarked;
