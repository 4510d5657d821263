package dev.slipway.model.node;

import java.util.List;

/**
 * Describes the running boot: its id, kernel and what the next boot would start. {@code state} is systemd's, e.g.
 * {@code running}.
 */
public record Boot(
        String bootId, String kernel, String cmdline, String state, List<String> installedKernels, String nextKernel) {}
