package dev.slipway.model.node;

import java.util.List;

/**
 * Records how a node chose its kernel before a run changed that: the boot loader's {@code setting}, the entry that it
 * had {@code saved}, and the packages of kernels that were {@code held}. They are restored together, or not at all.
 */
public record BootRecord(String setting, String savedEntry, String kernel, List<String> held) {}
