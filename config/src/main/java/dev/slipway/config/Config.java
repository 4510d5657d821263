package dev.slipway.config;

import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.node.NodeRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a complete, valid configuration: every name in it leads somewhere. {@code fleets}, {@code baselines} and {@code
 * policies} are sorted by name; {@code unbuildable} are the pairs of driver and kernel that do not build.
 */
public record Config(
        Path directory,
        SiteConfig site,
        Map<String, FleetConfig> fleets,
        Map<String, Baseline> baselines,
        Map<String, PolicyConfig> policies,
        List<UnbuildablePair> unbuildable) {

    /**
     * Returns the configuration directory, absolute: the one that {@code SLIPWAY_CONFIG} names, else {@code ./config},
     * else, where there is none, the one of the installation that {@code SLIPWAY_HOME} names.
     */
    public static Path directory(Map<String, String> environment) {
        Path here = Path.of("config");
        String home = environment.get("SLIPWAY_HOME");
        Path fallback =
                home == null || Files.isDirectory(here) ? here : Path.of(home).resolve(here);
        String named = environment.get("SLIPWAY_CONFIG");
        return (named == null ? fallback : Path.of(named)).toAbsolutePath();
    }

    /** Reads and checks the files of the configuration directory. Fails with all problems together. */
    public static Config load(Path directory) {
        return new ConfigLoader(directory).load();
    }

    /**
     * Returns the starter of a configuration directory. Reads {@code slipway.yaml} alone; where there is none, or none
     * that can be read, the defaults count.
     */
    public static SiteConfig.Starter starter(Path directory) {
        return new ConfigLoader(directory).site().starter();
    }

    /** Returns the fleet of that name. */
    public Optional<FleetConfig> fleet(String name) {
        return Optional.ofNullable(fleets.get(name));
    }

    /** Returns the baseline of that id. */
    public Optional<Baseline> baseline(String id) {
        return Optional.ofNullable(baselines.get(id));
    }

    /** Returns the policy of that name. */
    public Optional<PolicyConfig> policy(String name) {
        return Optional.ofNullable(policies.get(name));
    }

    /**
     * Returns the fleet of a node: the one that lists it, else the one of its cluster that selects its nodes by label.
     */
    public Optional<FleetConfig> fleetOf(NodeRef node) {
        List<FleetConfig> ofCluster = fleets.values().stream()
                .filter(fleet -> fleet.cluster().equals(node.cluster()))
                .toList();
        return ofCluster.stream()
                .filter(fleet -> fleet.member(node.name()).isPresent())
                .findFirst()
                .or(() -> ofCluster.stream()
                        .filter(fleet -> fleet.selector().isPresent())
                        .findFirst());
    }

    /** Returns the fleet that lists a node of that name, if its cluster is not known; empty if several do. */
    public Optional<FleetConfig> fleetListing(String name) {
        List<FleetConfig> listing = fleets.values().stream()
                .filter(fleet -> fleet.member(name).isPresent())
                .toList();
        return listing.size() == 1 ? Optional.of(listing.getFirst()) : Optional.empty();
    }

    /** Returns the baseline that a fleet names. */
    public Baseline baselineOf(FleetConfig fleet) {
        return known(baseline(fleet.baseline()), "baseline", fleet.baseline());
    }

    /** Returns the policy that a fleet names. */
    public PolicyConfig policyOf(FleetConfig fleet) {
        return known(policy(fleet.policy()), "policy", fleet.policy());
    }

    /** Returns how the nodes of a fleet are reached. */
    public SshConfig sshOf(FleetConfig fleet) {
        return fleet.ssh().over(site.ssh());
    }

    /** Returns the command that writes images onto the nodes of a fleet; empty if none is configured. */
    public Optional<ImageCommand> imageOf(FleetConfig fleet) {
        return fleet.image().or(site::image);
    }

    /** Returns the task queue of a fleet's activities. */
    public String taskQueueOf(FleetConfig fleet) {
        return fleet.taskQueue().orElse(site.temporal().taskQueue());
    }

    /** Returns the baseline of that id, by its content. */
    public Optional<BaselineRef> ref(String baselineId) {
        return baseline(baselineId).map(BaselineHash::of);
    }

    /** Returns the files for keys, tokens and clusters that are named and cannot be read now; none is opened. */
    public List<Problem> missingFiles() {
        return NeededFiles.missing(this);
    }

    /** Returns what is wrong with a configuration that has no fleet: it is valid, and does nothing. */
    public Optional<Problem> missingFleet() {
        return fleets.isEmpty()
                ? Optional.of(new Problem(
                        directory.resolve("fleets"),
                        0,
                        "There is no fleet: no node is read or repaired.",
                        "Write fleets/NAME.yaml; config/README.md lists its keys."))
                : Optional.empty();
    }

    /** Returns the waivers that ended by {@code day}: their fields count as drift again, or are not compared. */
    public List<Problem> expiredWaivers(LocalDate day) {
        return baselines.values().stream()
                .flatMap(baseline -> baseline.waivers().stream()
                        .filter(w -> !w.holdsOn(day))
                        .map(w -> new Problem(
                                directory.resolve("baselines"),
                                0,
                                "The waiver of `" + w.field() + "` in `" + baseline.id() + "` ended on " + w.expires()
                                        + ".",
                                "Adopt a new baseline that pins the field, or waives it again.")))
                .toList();
    }

    private static <T> T known(Optional<T> found, String kind, String name) {
        return found.orElseThrow(() ->
                new IllegalArgumentException("There is no " + kind + " named " + name + " in this configuration."));
    }
}
