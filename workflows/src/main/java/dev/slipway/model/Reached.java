package dev.slipway.model;

/**
 * Whether a node answers over SSH, as {@code said} tells a person; where it does not, whether its BMC does. A node that
 * answers and lets nobody in answers.
 */
public record Reached(boolean node, String said, Reading<Boolean> bmc) {}
