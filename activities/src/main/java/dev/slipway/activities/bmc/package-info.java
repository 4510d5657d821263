/**
 * Power from outside: BMCs by Redfish and by IPMI, and what they are asked for. Their answers are read back, never
 * believed.
 */
@NullMarked
package dev.slipway.activities.bmc;

import org.jspecify.annotations.NullMarked;
