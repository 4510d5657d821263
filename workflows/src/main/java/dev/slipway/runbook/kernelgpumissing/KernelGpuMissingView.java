package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.Difference;
import dev.slipway.model.Field;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.rules.DriverView;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Answers the questions of this table alone about a node's kernels; {@code builds} answers what can make a module. */
record KernelGpuMissingView(NodeView node, ModuleBuildView builds) implements View {

    static KernelGpuMissingView of(NodeView node, List<UnbuildablePair> unbuildable) {
        return new KernelGpuMissingView(node, new ModuleBuildView(node, unbuildable));
    }

    private static final long BUILD_ROOM = 2L << 30;
    private static final Pattern OPEN_ONLY = Pattern.compile("\\b(GB?[0-9]{3}|GH200|B[0-9]{3}|RTX PRO)\\b");
    private static final Pattern KERNEL_PACKAGE = Pattern.compile("(linux-(image|modules|headers)|kernel)\\b.*");

    private NodeFacts facts() {
        return node.facts();
    }

    private KernelState kernels() {
        return facts().kernels();
    }

    private DriverView driver() {
        return node.driver();
    }

    /** Secure Boot may have refused what a build would make again: its log comes first. */
    Judgement read() {
        boolean secure = facts().version(Field.SECURE_BOOT).or("").equals("enabled");
        return secure
                ? node.readForDriver()
                        .or(Judgement.read("troubles", facts().load().troubles()))
                : node.readForDriver();
    }

    List<Difference> differences() {
        return node.goal().differences(facts()).stream()
                .filter(d -> d.field().equals(Field.KERNEL.key()))
                .toList();
    }

    Judgement unsanctioned() {
        return node.kernel().unsanctioned();
    }

    Judgement pinnedReady() {
        return node.kernel().pinnedReady();
    }

    private Judgement pinnedInstalled() {
        return node.kernel()
                .ofKernels(() -> Judgement.of(
                        KernelReadiness.installed(node.facts(), node.kernel().pinned())));
    }

    /** The number of GPUs on the bus differs at the second reading. */
    Judgement busChanges() {
        return Judgement.of(
                "gpusOnBus again",
                kernels().gpusAgain(),
                again -> Judgement.of(
                        !facts().hardware().gpusOnBus().equals(Reading.of(again)), "a GPU comes and goes"));
    }

    /**
     * Returns whether anything but packages of kernels differs from the goal: kernel and driver never change in one
     * step.
     */
    private Judgement driverDiffersToo() {
        return Judgement.of(
                "packages",
                facts().software().packages(),
                installed -> Judgement.of(node.goal().packages().entrySet().stream()
                        .filter(p -> !KERNEL_PACKAGE.matcher(p.getKey()).matches())
                        .anyMatch(p -> installed.stream()
                                .noneMatch(i -> i.name().equals(p.getKey())
                                        && i.version().equals(p.getValue())))));
    }

    /**
     * The pinned kernel is not installed, and the baseline pins an image: nodes are re-imaged, never patched forward.
     */
    private Judgement comesWithAnImage() {
        return pinnedInstalled().not().and(Judgement.of(node.goal().pins().containsKey(Field.IMAGE_VERSION)));
    }

    Judgement bothDiffer() {
        return unsanctioned()
                .and(driverDiffersToo())
                .and(comesWithAnImage().not())
                .by("the driver differs too, and kernel and driver never change in one step: re-image, or bring the"
                        + " packages back first");
    }

    Judgement imaged() {
        return unsanctioned().and(comesWithAnImage());
    }

    Judgement pinnedGone() {
        return unsanctioned().and(pinnedInstalled().not());
    }

    Judgement nouveauBound() {
        return Judgement.of("nouveau", kernels().nouveau(), nouveau -> Judgement.of(nouveau.loaded()));
    }

    private Judgement tool(Predicate<KernelState.Tools> has) {
        return Judgement.of("tools", kernels().tools(), tools -> Judgement.of(has.test(tools)));
    }

    /** A node on which nothing is to be done needs neither room nor tools. */
    private Judgement work() {
        return node.gpus().silent().or(unsanctioned()).or(nextWithoutModule());
    }

    Judgement journalLost() {
        return tool(tools -> !tools.journalKept())
                .and(work())
                .by("the journal is lost at each boot, so errors before a boot cannot be told from none: make it"
                        + " persistent (/var/log/journal) first");
    }

    Judgement withoutInitramfsTool() {
        return tool(tools -> !tools.present().contains("update-initramfs")
                        && !tools.present().contains("dracut"))
                .and(work())
                .by("neither update-initramfs nor dracut: no kernel can be made ready");
    }

    Judgement full() {
        Judgement full = driver().noRoom(Map.of("/", BUILD_ROOM, "/var", BUILD_ROOM));
        return full.and(work()).by(full.sentence());
    }

    Judgement keyRejected() {
        return node.gpus()
                .silent()
                .and(node.log().blames(Trouble.Kind.KEY_REJECTED))
                .by("Secure Boot rejects the module's key: a person enrols it at the console, or the signed package is"
                        + " pinned; Secure Boot stays on");
    }

    /** A driver that is not loaded has no version that differs. */
    Judgement mismatch() {
        boolean loaded = facts().version(Field.DRIVER_RESIDENT).known();
        return node.gpus()
                .silent()
                .and(Judgement.of(loaded).and(driver().library().isNot(driver().resident())));
    }

    private Judgement silentWithModule() {
        return node.gpus().silent().and(driver().noModule().not());
    }

    Judgement firmwareFails() {
        return silentWithModule().and(node.log().firmwareToBlame());
    }

    /** A flavour that is not read is no reason to change it. */
    Judgement wrongFlavour() {
        boolean wrong = facts().version(Field.MODULE_FLAVOUR).or("").equals("proprietary")
                && OPEN_ONLY.matcher(node.goal().profile().gpuModel()).find();
        return silentWithModule()
                .and(Judgement.of(wrong))
                .by("the module is proprietary, and " + node.goal().profile().gpuModel() + " needs the open one");
    }

    Judgement runFileSilent() {
        Judgement runFile = driver().ofRunFile();
        return runFile.and(node.gpus().silent()).by(runFile.sentence());
    }

    /** The next boot may start a kernel without finding the driver's module. */
    Judgement nextWithoutModule() {
        return node.kernel()
                .ofKernels(() -> Judgement.of(kernels()
                        .boot()
                        .value()
                        .map(b -> b.once().isEmpty() ? b.kernel() : b.once())
                        .filter(kernel ->
                                !KernelReadiness.lacking(facts(), kernel).isEmpty())
                        .isPresent()));
    }
}
