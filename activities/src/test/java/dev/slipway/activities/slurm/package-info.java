@NullMarked
package dev.slipway.activities.slurm;

import org.jspecify.annotations.NullMarked;
