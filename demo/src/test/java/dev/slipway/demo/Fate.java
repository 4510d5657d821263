package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.List;
import java.util.stream.Stream;

/** What a node has when a run of image-drift begins on it, where that leads, and how often it may reboot and change packages. */
enum Fate {
    CONVERGES(Outcome.CONVERGED, 1, 1, Steps.FORWARD) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(OLD));
        }
    },
    ROLLS_BACK(Outcome.ROLLED_BACK, 2, 2, Steps.BACKWARD) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(OLD, BAD));
        }
    },
    /** Leads to kernel-gpu-missing, which has no room to build. */
    IS_HELD(Outcome.HELD, 0, 0, List.of("kernel-gpu-missing-hold")) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(new Condition.ModuleNotBuilt(false), new Condition.BootFull()));
        }
    },
    /** Leads to module-reload, which unloads and loads. */
    RELOADS(Outcome.CONVERGED, 0, 0, Steps.RELOAD) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(OLD, UPGRADED));
        }
    },
    /** Leads to module-reload, which must reboot. */
    RELOADS_BY_REBOOT(Outcome.CONVERGED, 1, 0, List.of("module-reload-reboot")) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(OLD, UPGRADED, new Condition.ModuleLeaked()));
        }
    },
    /** Leads to kernel-gpu-missing, which builds the module. */
    BUILDS(Outcome.CONVERGED, 1, 2, Steps.BUILD) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(new Condition.ModuleNotBuilt(false)));
        }
    },
    /** Leads to kernel-gpu-missing, which goes back a kernel. */
    GOES_BACK(Outcome.CONVERGED, 1, 0, Steps.BACK_A_KERNEL) {
        @Override
        FleetPlan on(FleetPlan plan, String node) {
            return plan.changing(node, n -> n.with(new Condition.NewerKernel("6.8.0-62-generic")));
        }
    };

    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());

    private static final Condition BAD =
            new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory");

    private final Outcome end;
    private final int boots;
    private final int transactions;
    private final List<String> steps;

    Fate(Outcome end, int boots, int transactions, List<String> steps) {
        this.end = end;
        this.boots = boots;
        this.transactions = transactions;
        this.steps = steps;
    }

    /** The node of {@code plan} as the run finds it. */
    abstract FleetPlan on(FleetPlan plan, String node);

    Outcome end() {
        return end;
    }

    int boots() {
        return boots;
    }

    int transactions() {
        return transactions;
    }

    /** The steps that no earlier fate comes to. */
    List<String> steps() {
        return steps;
    }

    static Fate with(String step) {
        return Stream.of(values())
                .filter(fate -> fate.steps.contains(step))
                .findFirst()
                .orElseThrow();
    }

    /** How the observer must find the node. */
    Wanted wanted() {
        return switch (end) {
            case CONVERGED -> Wanted.whole(SoftwareSet.pinned());
            case ROLLED_BACK -> Wanted.whole(SoftwareSet.previous());
            default -> Wanted.untouched(true);
        };
    }

    /** The journals. */
    private static final class Steps {
        static final List<String> FORWARD = List.of(
                "facts",
                "diagnose",
                "pre-checks",
                "capacity",
                "cordon",
                "evidence",
                "drain",
                "preview",
                "converge",
                "idempotence",
                "reboot",
                "settings",
                "services",
                "enforce",
                "facts-after",
                "gates",
                "diag-1",
                "diag-3",
                "nccl",
                "partner",
                "nccl-pair",
                "smoke",
                "facts-proven",
                "proof",
                "readmit",
                "soak",
                "release");

        static final List<String> BACKWARD = List.of(
                "undo-facts",
                "undo-converge",
                "undo-reboot",
                "undo-facts-after",
                "undo-gates",
                "undo-diag-1",
                "undo-diag-3",
                "undo-nccl",
                "undo-enforce",
                "undo-partner",
                "undo-nccl-pair",
                "undo-smoke",
                "undo-pin",
                "undo-facts-proven",
                "undo-proof",
                "undo-readmit",
                "undo-release");

        static final List<String> RELOAD = diverted(
                "module-reload",
                "facts",
                "diagnose",
                "pre-checks",
                "evidence",
                "drain",
                "initramfs",
                "agree",
                "clients",
                "pause-operands",
                "stop-clients",
                "unload",
                "load",
                "start-clients",
                "resume-operands",
                "services",
                "settings",
                "enforce",
                "facts-after",
                "gates",
                "diag-1",
                "diag-2",
                "diag-3",
                "nccl",
                "facts-proven",
                "proof",
                "readmit",
                "soak",
                "release");

        static final List<String> BUILD = diverted(
                "kernel-gpu-missing",
                "facts",
                "diagnose",
                "pre-checks",
                "evidence",
                "drain",
                "nouveau",
                "headers",
                "build",
                "initramfs",
                "reboot",
                "booted",
                "settings",
                "services",
                "enforce",
                "facts-after",
                "gates",
                "diag-1",
                "modules",
                "diag-2",
                "diag-3",
                "nccl",
                "partner",
                "smoke",
                "facts-proven",
                "proof",
                "readmit",
                "soak",
                "release");

        static final List<String> BACK_A_KERNEL =
                diverted("kernel-gpu-missing", "boot-state", "boot-once", "boot-always", "hold-kernel");

        private Steps() {}

        /** As the journal writes the steps of a runbook that another one led to. */
        private static List<String> diverted(String slug, String... steps) {
            return Stream.of(steps).map(step -> slug + "-" + step).toList();
        }
    }
}
