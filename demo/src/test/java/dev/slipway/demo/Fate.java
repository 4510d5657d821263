package dev.slipway.demo;

import static dev.slipway.demo.Has.BAD;
import static dev.slipway.demo.Has.NO_MODULE;
import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a node has when a run begins on it, with which runbook that begins, where it leads, and how often the node may then
 * reboot, change its packages, and have GPUs reset or a daemon of theirs restarted. {@code steps} are those that no other
 * fate comes to; a run that {@code idles} waits for a minute on its way. Those that begin with image-drift are here, the
 * others in the {@link RunbookCases} of their runbook.
 */
record Fate(
        String name,
        String begins,
        Outcome end,
        Acts most,
        List<String> steps,
        boolean idles,
        List<Condition> conditions) {
    static final Fate CONVERGES = drifted("CONVERGES", Outcome.CONVERGED, acts(1, 1), FateSteps.FORWARD, OLD);
    static final Fate ROLLS_BACK = drifted("ROLLS_BACK", Outcome.ROLLED_BACK, acts(2, 2), FateSteps.BACKWARD, OLD, BAD);
    /** Leads to kernel-gpu-missing, which has no room to build. */
    static final Fate IS_HELD =
            drifted("IS_HELD", Outcome.HELD, acts(0, 0), FateSteps.NO_ROOM, NO_MODULE, new Condition.BootFull());
    /** Leads to module-reload, which unloads and loads. */
    static final Fate RELOADS = drifted("RELOADS", Outcome.CONVERGED, acts(0, 0), FateSteps.RELOAD, OLD, UPGRADED);
    /** Leads to module-reload, which must reboot. */
    static final Fate RELOADS_BY_REBOOT = drifted(
            "RELOADS_BY_REBOOT",
            Outcome.CONVERGED,
            acts(1, 0),
            FateSteps.RELOAD_BY_REBOOT,
            OLD,
            UPGRADED,
            new Condition.ModuleLeaked());
    /** Leads to kernel-gpu-missing, which builds the module. */
    static final Fate BUILDS = drifted("BUILDS", Outcome.CONVERGED, acts(1, 2), FateSteps.BUILD, NO_MODULE);
    /** Leads to kernel-gpu-missing, which goes back a kernel. */
    static final Fate GOES_BACK = drifted(
            "GOES_BACK",
            Outcome.CONVERGED,
            acts(1, 0),
            FateSteps.BACK_A_KERNEL,
            new Condition.NewerKernel("6.8.0-62-generic"));
    /** Leads to gsp-mismatch, which purges another branch, puts the pinned set in place again, and reboots. */
    static final Fate PURGES_A_BRANCH = drifted(
            "PURGES_A_BRANCH",
            Outcome.CONVERGED,
            acts(1, 3),
            FateSteps.FIRMWARE,
            new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
            new Condition.FirmwareLost(Firmware.Damage.PARTIAL));
    /** Is written anew. */
    static final Fate IS_WRITTEN = drifted("IS_WRITTEN", Outcome.CONVERGED, acts(1, 0), FateSteps.WRITTEN, OLD);
    /** Is written anew, fails its gates, and is written back. */
    static final Fate IS_WRITTEN_BACK =
            drifted("IS_WRITTEN_BACK", Outcome.ROLLED_BACK, acts(2, 0), FateSteps.WRITTEN_BACK, OLD, BAD);
    /** Leads to gpu-fault-rma, which finds that a GPU must be replaced. */
    static final Fate IS_REPLACED =
            drifted("IS_REPLACED", Outcome.RMA_CANDIDATE, acts(1, 0), FateSteps.REPLACE, new Condition.GpuLost(3));

    private static final List<Fate> DRIFTED = List.of(
            CONVERGES,
            ROLLS_BACK,
            RELOADS,
            RELOADS_BY_REBOOT,
            PURGES_A_BRANCH,
            IS_WRITTEN,
            IS_WRITTEN_BACK,
            IS_REPLACED);

    /** How often at the most, over the whole run; {@code wakes} are restarts of nvidia-persistenced. */
    record Acts(int boots, int transactions, int resets, int restarts, int wakes) {

        Acts(int boots, int transactions, int resets, int restarts) {
            this(boots, transactions, resets, restarts, 0);
        }
    }

    private static Acts acts(int boots, int transactions) {
        return new Acts(boots, transactions, 0, 0);
    }

    private static Fate drifted(String name, Outcome end, Acts most, List<String> steps, Condition... conditions) {
        return new Fate(name, "image-drift", end, most, steps, false, List.of(conditions));
    }

    /** A fate that begins with another runbook and ends well. */
    static Fate mended(String name, String begins, Acts most, List<String> steps, Condition condition) {
        return new Fate(name, begins, Outcome.CONVERGED, most, steps, false, List.of(condition));
    }

    /** The same, of a runbook that waits for a minute. */
    Fate idling() {
        return new Fate(name, begins, end, most, steps, true, conditions);
    }

    /** Those of this file, and those that the runbooks bring. */
    static List<Fate> all() {
        return Stream.concat(DRIFTED.stream(), RunbookCases.found().stream().flatMap(of -> of.fates().stream()))
                .toList();
    }

    /** The node of {@code plan} as the run finds it. */
    FleetPlan on(FleetPlan plan, String node) {
        return plan.changing(node, n -> n.with(conditions.toArray(Condition[]::new)));
    }

    /** Whether its fleet brings nodes to their baseline by writing images. */
    boolean byImage() {
        return List.of(IS_WRITTEN, IS_WRITTEN_BACK).contains(this);
    }

    static Fate with(String step) {
        return all().stream()
                .filter(fate -> fate.steps.contains(step))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return name;
    }
}
