package dev.slipway.model.facts;

/**
 * States whether the GPU Operator's custom resources deploy the driver on a node, and which of them does so, or what on
 * the Node object excludes it. See NVIDIA, GPU Operator: "Install GPU Operator" ({@code driver.enabled}) and "NVIDIA
 * GPU Driver Custom Resource Definition".
 */
public record DriverDeployment(boolean byOperator, String source) {}
