package dev.slipway.model;

import java.time.Instant;

/** Records an XID or SXid in the kernel log since T0. */
public record KernelEvent(Instant at, String bdf, int code, boolean nvswitch, String text) {}
