package dev.slipway.model;

/**
 * Whether the GPU Operator's custom resources deploy the driver on a node, and which of them says so, or what on the
 * Node object takes it out. See NVIDIA, GPU Operator: "Install GPU Operator" ({@code driver.enabled}) and "NVIDIA GPU
 * Driver Custom Resource Definition".
 */
public record DriverDeployment(boolean byOperator, String source) {}
