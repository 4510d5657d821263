package dev.slipway.facts.nvidia;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * States what a report of {@code dcgmi diag} must show beyond itself. Tests are named as any release names them, in any
 * case.
 *
 * @param gpus how many GPUs every test must have covered; 0 requires what the report itself announces
 * @param allowedSkips tests that may be skipped
 * @param required tests that must be present; {@link #ofLevel(int)} has them by level
 */
record DiagDemands(int gpus, Set<String> allowedSkips, Set<String> required) {
    /** Allows the extended utility diagnostics, which NVIDIA ships separately, to be skipped: nobody runs them. */
    static final DiagDemands NONE = of(0, List.of("eud", "cpu_eud"), List.of());

    static DiagDemands of(int gpus, List<String> allowedSkips, List<String> required) {
        return new DiagDemands(gpus, normal(allowedSkips), normal(required));
    }

    private static Set<String> normal(List<String> names) {
        return names.stream().map(DiagReport::normal).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the tests that a run of this level must report, beside those of software that every level has. */
    static List<String> ofLevel(int level) {
        List<String> names = new ArrayList<>();
        if (level >= 2) {
            names.addAll(List.of("memory", "pcie"));
        }
        if (level >= 3) {
            names.addAll(List.of("diagnostic", "memory_bandwidth", "targeted_stress", "targeted_power"));
        }
        return List.copyOf(names);
    }
}
