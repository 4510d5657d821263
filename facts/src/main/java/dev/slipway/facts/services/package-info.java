/** Parses what services and their managers print: systemd, fabric manager, versions of daemons and tools. */
@NullMarked
package dev.slipway.facts.services;

import org.jspecify.annotations.NullMarked;
