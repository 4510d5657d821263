package dev.slipway.model.gpu;

import java.time.Instant;

/** Records an XID or SXid in the kernel log since T0. */
public record XidEvent(Instant at, String bdf, int code, boolean nvswitch, String text) {}
