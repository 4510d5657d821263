package dev.slipway.starter.cli;

import dev.slipway.config.Branches;
import dev.slipway.facts.packages.PackageOffers;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Resolves a branch by what a repository offers at this moment. Driver and fabric manager are chosen together: the
 * newest version that both have, so that an import never pins a pair that does not fit.
 */
record PackageBranches(PackageOffers offers) implements Branches {
    private static final Pattern DRIVER = Pattern.compile("nvidia-driver(-[0-9]{3}.*)?|nvidia-open(-[0-9]{3}.*)?"
            + "|cuda-drivers(-[0-9]{3}.*)?|nvidia-headless-[0-9]{3}.*|kmod-nvidia.*");
    private static final Pattern FABRIC_MANAGER =
            Pattern.compile("(cuda-drivers-fabricmanager|nvidia-fabric-?manager)(-[0-9]{3})?");
    private static final Pattern CUDA = Pattern.compile("cuda-toolkit-[0-9]+-[0-9]+");
    private static final Pattern TOOLKIT = Pattern.compile("nvidia-container-toolkit");

    @Override
    public Optional<String> exact(Part part, String branch) {
        return switch (part) {
            case DRIVER -> newest(paired(versions(DRIVER, branch), versions(FABRIC_MANAGER, branch)));
            case FABRIC_MANAGER -> newest(paired(versions(FABRIC_MANAGER, branch), versions(DRIVER, branch)));
            case CONTAINER_TOOLKIT -> newest(versions(TOOLKIT, branch));
            case CUDA -> newest(versions(CUDA, branch.replace('-', '.')));
        };
    }

    private List<String> versions(Pattern names, String branch) {
        return offers.upstream(name -> names.matcher(name).matches()).stream()
                .filter(version -> version.equals(branch) || version.startsWith(branch + "."))
                .toList();
    }

    private static List<String> paired(List<String> wanted, List<String> other) {
        return other.isEmpty()
                ? wanted
                : wanted.stream().filter(other::contains).toList();
    }

    private static Optional<String> newest(List<String> versions) {
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.getLast());
    }
}
