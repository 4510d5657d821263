package dev.slipway.simulator.observe;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what can be seen of one node.
 * @param driver the version in the kernel, or empty text if none is loaded
 * @param boots how often it booted since the observer came
 * @param transactions what each package transaction since then changed
 */
public record ObservedNode(
        String driver, Packages packages, Cordon cordon, int boots, List<String> transactions, List<String> gpuPods) {

    /** Describes the package database: versions by name, what is on hold, and what is broken. */
    public record Packages(Map<String, String> versions, List<String> holds, List<String> broken) {}

    /** Shows the node as its scheduler does; {@code owner} is the token of our mark, {@code reason} its text. */
    public record Cordon(boolean cordoned, Optional<String> owner, String reason) {}
}
