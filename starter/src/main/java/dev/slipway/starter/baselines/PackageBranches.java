package dev.slipway.starter.baselines;

import dev.slipway.config.Branches;
import dev.slipway.facts.packages.GpuPackages;
import dev.slipway.facts.packages.PackageOffers;
import dev.slipway.model.Field;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Resolves a branch by what a repository offers at this moment. Driver and fabric manager are chosen together: the
 * newest version that both have, so that an import never pins a pair that does not fit.
 */
public record PackageBranches(PackageOffers offers) implements Branches {
    private static final Pattern CUDA = Pattern.compile("cuda-toolkit-[0-9]+-[0-9]+");

    @Override
    public Optional<String> exact(Part part, String branch) {
        return switch (part) {
            case DRIVER -> newest(paired(Field.DRIVER_VERSION, Field.FABRIC_MANAGER, branch));
            case FABRIC_MANAGER -> newest(paired(Field.FABRIC_MANAGER, Field.DRIVER_VERSION, branch));
            case CONTAINER_TOOLKIT -> newest(versions(GpuPackages.of(Field.CONTAINER_TOOLKIT), branch));
            case CUDA -> newest(versions(CUDA.asMatchPredicate(), branch.replace('-', '.')));
        };
    }

    private List<String> versions(Predicate<String> names, String branch) {
        return offers.upstream(names).stream()
                .filter(version -> version.equals(branch) || version.startsWith(branch + "."))
                .toList();
    }

    private List<String> paired(Field wanted, Field with, String branch) {
        List<String> versions = versions(GpuPackages.of(wanted), branch);
        List<String> others = versions(GpuPackages.of(with), branch);
        return others.isEmpty()
                ? versions
                : versions.stream().filter(others::contains).toList();
    }

    private static Optional<String> newest(List<String> versions) {
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.getLast());
    }
}
