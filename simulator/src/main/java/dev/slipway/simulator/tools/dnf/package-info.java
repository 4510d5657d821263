/** Simulates dnf and its plugin versionlock; a part of {@code tools}, with which it goes both ways. */
@NullMarked
package dev.slipway.simulator.tools.dnf;

import org.jspecify.annotations.NullMarked;
