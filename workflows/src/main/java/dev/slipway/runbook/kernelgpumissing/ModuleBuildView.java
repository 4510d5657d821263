package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.BuildCause;
import dev.slipway.model.Field;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import java.util.List;
import java.util.stream.Collectors;

/** Answers what can bring a module to a kernel; {@code unbuildable} are the pairs that are known not to build. */
record ModuleBuildView(NodeView node, List<UnbuildablePair> unbuildable) {

    private NodeFacts facts() {
        return node.facts();
    }

    private KernelState kernels() {
        return facts().kernels();
    }

    private DriverView driver() {
        return node.driver();
    }

    private String pinned() {
        return node.pin(Field.KERNEL).or("");
    }

    private String running() {
        return facts().boot().map(Boot::kernel).or("");
    }

    private Judgement dkms() {
        return Judgement.of(
                "dkms",
                kernels().builds(),
                all -> Judgement.of(!KernelReadiness.driverBuilds(facts()).isEmpty()));
    }

    /** The running kernel has no module, and DKMS is what makes one here. */
    Judgement buildable() {
        return driver().noModule()
                .and(dkms())
                .and(Judgement.of(
                        "tools",
                        kernels().tools(),
                        tools -> Judgement.of(tools.present().contains("dkms"))))
                .and(driver().ownedBy(DriverOwner.RUNFILE).not());
    }

    /** The pinned kernel needs a build, and it is known to fail. */
    Judgement knownToFail() {
        UnbuildablePair pair = UnbuildablePair.of(node.goal(), "");
        Judgement builds = Judgement.of(
                        "dkms",
                        kernels().builds(),
                        all -> Judgement.of(!KernelReadiness.moduleInstalled(facts(), pinned())))
                .and(dkms())
                .and(driver().ownedBy(DriverOwner.RUNFILE).not());
        return unbuildable.stream()
                .filter(known -> known.covers(pair))
                .findFirst()
                .map(known -> builds.by("the driver is known not to build for " + pinned()
                        + ", and that was not tried: " + known.reason() + " (" + known.source() + ")"))
                .orElseGet(Judgement::no);
    }

    Judgement headersMissing() {
        return buildable()
                .and(Judgement.of("headers", kernels().headers(), all -> Judgement.of(!all.contains(running()))));
    }

    /** The last build for the running kernel failed for a reason that a retry does not remove. */
    private Judgement buildFailed() {
        return Judgement.of("buildLog", kernels().buildLog(), log -> {
            boolean ours = log.kernel().equals(running()) && !log.error().contains("No space left");
            return Judgement.of(
                    ours && !log.error().isEmpty(),
                    "the driver does not build for " + running() + ": " + BuildCause.sentence(log.error())
                            + knownBadBuild(UnbuildablePair.of(node.goal(), log.error())));
        });
    }

    /** Returns what to do about a pair, by the first error of its build; empty if the node may be the cause. */
    private static String knownBadBuild(UnbuildablePair pair) {
        return BuildCause.ofThePair(pair.reason()) ? "; for known-bad-builds.yaml: " + pair.line() : "";
    }

    Judgement notBuilt() {
        return buildable().and(buildFailed().not());
    }

    Judgement unbuildableHere() {
        return buildable().and(buildFailed()).by(buildFailed().sentence());
    }

    /** The module comes in separate packages, one per kernel. */
    private Judgement precompiled() {
        return dkms().not()
                .and(Judgement.of(
                        "packages",
                        facts().software().packages(),
                        all -> Judgement.of(all.stream()
                                .anyMatch(p -> p.name().startsWith("linux-modules-nvidia-")
                                        || (p.name().startsWith("kmod-nvidia")
                                                && !p.name().endsWith("-dkms"))))));
    }

    /** A package on offer brings the pinned driver's module for the pinned kernel, with its version. */
    Judgement onOffer() {
        return precompiled()
                .and(driver().noModule())
                .and(Judgement.of(
                        "packages on offer",
                        kernels().offered(),
                        all -> KernelReadiness.offered(facts(), node.goal())
                                .map(offered -> Judgement.yes(offered.name() + " " + offered.version()))
                                .orElseGet(Judgement::no)))
                .by(KernelReadiness.offered(facts(), node.goal())
                        .map(offered -> offered.name() + " " + offered.version())
                        .orElse(""));
    }

    Judgement notOnOffer() {
        String others = kernels().offered().or(List.of()).stream()
                .map(p -> "; on offer: " + p.name() + (p.driver().isEmpty() ? "" : " of driver " + p.driver()))
                .collect(Collectors.joining());
        return precompiled()
                .and(driver().noModule())
                .by("no package with the pinned driver's module for " + running() + others);
    }

    Judgement withoutDkms() {
        return driver().noModule().by("nothing on this node builds a module: no DKMS, or none of the driver");
    }
}
