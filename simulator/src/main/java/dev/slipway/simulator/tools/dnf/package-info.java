/** Simulates dnf and its plugin versionlock. */
@NullMarked
package dev.slipway.simulator.tools.dnf;

import org.jspecify.annotations.NullMarked;
