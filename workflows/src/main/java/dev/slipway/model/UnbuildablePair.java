package dev.slipway.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A driver that does not build for a kernel, of one flavour or of any. {@code kernel} is a release, or a pattern in
 * which {@code *} stands for any characters. {@code tried} is where that was seen; empty where a person wrote it down.
 */
public record UnbuildablePair(
        String driver, Optional<String> flavour, String kernel, String reason, Optional<Tried> tried) {
    private static final int LONGEST = 300;

    /** The node on which a build failed, the run that met it, and when. */
    public record Tried(NodeRef node, String run, Instant at) {}

    /** As a person writes it down. */
    public UnbuildablePair(String driver, Optional<String> flavour, String kernel, String reason) {
        this(driver, flavour, kernel, reason, Optional.empty());
    }

    /** The pair that a build for {@code goal} on its kernel is. */
    public static UnbuildablePair of(Baseline goal, String reason) {
        return new UnbuildablePair(
                goal.pins().getOrDefault(Field.DRIVER_VERSION, ""),
                Optional.ofNullable(goal.pins().get(Field.MODULE_FLAVOUR)),
                goal.pins().getOrDefault(Field.KERNEL, ""),
                reason);
    }

    /**
     * The pair that a node proves not to build: its last build for the goal's kernel failed for what driver and kernel
     * are, with headers there, no module came of it, and DKMS knows no other driver than the goal's, of which the log
     * could be.
     */
    public static Optional<UnbuildablePair> proven(NodeFacts facts, Baseline goal) {
        String error = facts.kernels()
                .buildLog()
                .value()
                .filter(log -> log.kernel().equals(goal.pins().get(Field.KERNEL)))
                .map(KernelState.BuildLog::error)
                .orElse("");
        UnbuildablePair pair = of(goal, clean(error));
        List<NodeDetails.ModuleBuild> builds = KernelReadiness.driverBuilds(facts);
        boolean proven = BuildCause.ofThePair(error)
                && facts.kernels().headers().or(List.of()).contains(pair.kernel())
                && !builds.isEmpty()
                && builds.stream().allMatch(b -> b.version().equals(pair.driver()))
                && !KernelReadiness.moduleInstalled(facts, pair.kernel());
        return proven ? Optional.of(pair) : Optional.empty();
    }

    private static String clean(String error) {
        String line = error.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() > LONGEST ? line.substring(0, LONGEST - 1) + "…" : line;
    }

    /** The same, seen there and then. */
    public UnbuildablePair triedOn(NodeRef node, String run, Instant at) {
        return new UnbuildablePair(driver, flavour, kernel, reason, Optional.of(new Tried(node, run, at)));
    }

    /**
     * Whether it says so of the pair {@code other}, whose kernel is a release. What was seen says so of its own flavour
     * only, what a person wrote without one of both.
     */
    public boolean covers(UnbuildablePair other) {
        return driver.equals(other.driver)
                && (flavour.equals(other.flavour) || (flavour.isEmpty() && tried.isEmpty()))
                && Pattern.matches("\\Q" + kernel.replace("\\E", "").replace("*", "\\E.*\\Q") + "\\E", other.kernel);
    }

    /** From where it is known. */
    public String source() {
        return tried.map(t -> "tried on " + t.node().name() + " at " + t.at()).orElse("builds.yaml");
    }

    /** What is said where it was just kept. */
    public String asKept() {
        return "; no other node tries " + driver + flavour.map(f -> " " + f).orElse("") + " for " + kernel
                + " (slipway builds list)";
    }

    /** Its line for {@code builds.yaml}. */
    public String line() {
        return "- { driver: " + driver + flavour.map(f -> ", flavour: " + f).orElse("") + ", kernel: " + kernel
                + ", reason: \"" + reason.replaceAll("[\"\\\\\\p{Cntrl}]", " ").strip() + "\" }";
    }
}
