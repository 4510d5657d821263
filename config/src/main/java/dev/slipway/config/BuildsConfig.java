package dev.slipway.config;

import dev.slipway.config.keys.Doc;
import dev.slipway.model.UnbuildablePair;
import java.util.List;
import java.util.Optional;

/** Reads {@code known-bad-builds.yaml}: drivers that are known not to build for a kernel. The file is optional. */
public record BuildsConfig(
        @Doc("Pairs of driver and kernel of which the driver's module does not build.")
        List<Pair> pairs) {

    /** Lists the flavours of the driver's module. */
    public enum Flavour {
        OPEN,
        PROPRIETARY
    }

    /** Names one driver, and one kernel or all that a pattern names. */
    public record Pair(
            @Doc("Exact version of the driver, as baselines pin it.")
            String driver,

            @Doc("Flavour of its module; both if left out.") Optional<Flavour> flavour,

            @Doc("Kernel as `uname -r` prints it; `*` stands for any characters.")
            String kernel,

            @Doc("Why it does not build; shown where a run stops for it.")
            String reason) {}

    List<UnbuildablePair> unbuildable() {
        return pairs.stream()
                .map(p -> new UnbuildablePair(p.driver(), p.flavour().map(Scalars::word), p.kernel(), p.reason()))
                .toList();
    }
}
