package dev.slipway.model;

/**
 * What became of GPUs after a rung: whether their fault is over, or else whether one is off the bus, and why it is not
 * over.
 */
public record GpuStand(boolean over, boolean offTheBus, String why) {}
