package dev.slipway.model;

import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names a driver that does not build for a kernel, of one flavour or of any. {@code kernel} is a release, or a pattern
 * in which {@code *} stands for any characters. {@code tried} is where that was seen; empty if a person recorded it.
 */
public record UnbuildablePair(
        String driver, Optional<String> flavour, String kernel, String reason, Optional<Attempt> tried) {
    private static final int LONGEST = 300;

    /** Names the node on which a build failed, the run that found it, and when. */
    public record Attempt(NodeRef node, String run, Instant at) {}

    /** Creates a pair as a person records it. */
    public UnbuildablePair(String driver, Optional<String> flavour, String kernel, String reason) {
        this(driver, flavour, kernel, reason, Optional.empty());
    }

    /** Returns the pair of a build for {@code goal} on its kernel. */
    public static UnbuildablePair of(Baseline goal, String reason) {
        return new UnbuildablePair(
                goal.pins().getOrDefault(Field.DRIVER_VERSION, ""),
                Optional.ofNullable(goal.pins().get(Field.MODULE_FLAVOUR)),
                goal.pins().getOrDefault(Field.KERNEL, ""),
                reason);
    }

    /**
     * Returns the pair that a node proves not to build: its last build for the goal's kernel failed because driver and
     * kernel do not fit, with the headers installed, no module was built, and DKMS knows only the goal's driver, so the
     * log belongs to it.
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

    /** Returns the same, seen there and then. */
    public UnbuildablePair triedOn(NodeRef node, String run, Instant at) {
        return new UnbuildablePair(driver, flavour, kernel, reason, Optional.of(new Attempt(node, run, at)));
    }

    /**
     * Returns whether it covers the pair {@code other}, whose kernel is a release. A pair from a node covers its own
     * flavour only, a pair from a person without a flavour both.
     */
    public boolean covers(UnbuildablePair other) {
        return driver.equals(other.driver)
                && (flavour.equals(other.flavour) || (flavour.isEmpty() && tried.isEmpty()))
                && Pattern.matches("\\Q" + kernel.replace("\\E", "").replace("*", "\\E.*\\Q") + "\\E", other.kernel);
    }

    /** Returns the source of this knowledge. */
    public String source() {
        return tried.map(t -> "tried on " + t.node().name() + " at " + t.at()).orElse("known-bad-builds.yaml");
    }

    /** Returns the sentence for a pair that was just stored. */
    public String remark() {
        return "; no other node tries " + driver + flavour.map(f -> " " + f).orElse("") + " for " + kernel
                + " (slipway builds list)";
    }

    /** Returns its line for {@code known-bad-builds.yaml}. */
    public String line() {
        return "- { driver: " + driver + flavour.map(f -> ", flavour: " + f).orElse("") + ", kernel: " + kernel
                + ", reason: \"" + reason.replaceAll("[\"\\\\\\p{Cntrl}]", " ").strip() + "\" }";
    }
}
