package dev.slipway.model.gpu;

/**
 * Reports the state of GPUs after a stage: whether their fault is over, or else whether one is off the bus, and why it
 * is not over.
 */
public record FaultStatus(boolean over, boolean offTheBus, String why) {}
