package dev.slipway.model.gpu;

import java.time.Instant;

/** Records an XID or SXid of the kernel's log, or one that an alert names. */
public record XidEvent(Instant at, String bdf, int code, boolean nvswitch, String text) {}
