package dev.slipway.config;

import dev.slipway.model.Baseline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads a configuration directory, and reports everything that is wrong in it. */
final class ConfigLoader {
    /** Pairs a record with the binder that knows its lines. */
    record Bound<T>(T value, Binder binder) {

        void blame(Object section, String key, String sentence, String next) {
            binder.blame(section, key, sentence, next);
        }
    }

    private final Path directory;
    private final Problems problems = new Problems();

    ConfigLoader(Path directory) {
        this.directory = directory;
    }

    Config load() {
        if (!Files.isDirectory(directory)) {
            problems.add(directory, 0, "There is no such directory.", "Create it, or set SLIPWAY_CONFIG.");
            problems.throwIfAny();
        }
        SiteConfig site = site();
        List<Bound<BaselineConfig>> baselines = all("baselines", BaselineConfig.class);
        List<Bound<PolicyConfig>> policies = all("policies", PolicyConfig.class);
        List<Bound<FleetConfig>> fleets = all("fleets", FleetConfig.class);
        BuildsConfig builds = builds();
        new BaselineChecks(baselines).run();
        policies.forEach(PolicyChecks::run);
        // Names that lead nowhere are only reported when everything was read: otherwise each broken file would be
        // reported twice.
        new FleetChecks(fleets, baselines, policies, problems.none()).run();
        new ConvergeChecks(site, baselines, policies).run(fleets);
        Config config = new Config(
                directory,
                site,
                byName(fleets, "fleet", FleetConfig::name, b -> b.value()),
                byName(baselines, "baseline", BaselineConfig::id, ConfigLoader::baseline),
                byName(policies, "policy", PolicyConfig::name, b -> b.value()),
                builds.unbuildable());
        problems.throwIfAny();
        return config;
    }

    /** Reads the file of the site alone; what is wrong in it is kept, and defaults stand in for it. */
    SiteConfig site() {
        Path file = directory.resolve("slipway.yaml");
        Optional<Bound<SiteConfig>> bound = Files.exists(file) ? one(file, SiteConfig.class) : Optional.empty();
        bound.ifPresent(ConfigLoader::evidence);
        bound.ifPresent(b -> ImageChecks.run(b, b.value().image()));
        bound.ifPresent(b -> b.value().notifications().channels().forEach(channel -> channel(b, channel)));
        bound.ifPresent(ConfigLoader::tickets);
        bound.ifPresent(b -> temporal(b, b.value().temporal()));
        return bound.map(Bound::value).orElseGet(() -> defaults(file));
    }

    private BuildsConfig builds() {
        Path old = directory.resolve("builds.yaml");
        if (Files.exists(old)) {
            problems.add(old, 1, "This file is called `known-bad-builds.yaml` now.", "Rename it.");
        }
        Path file = directory.resolve("known-bad-builds.yaml");
        Optional<Bound<BuildsConfig>> bound = Files.exists(file) ? one(file, BuildsConfig.class) : Optional.empty();
        bound.ifPresent(BuildsChecks::run);
        return bound.map(Bound::value).orElseGet(() -> new BuildsConfig(List.of()));
    }

    private static void tickets(Bound<SiteConfig> bound) {
        SiteConfig.Tickets tickets = bound.value().tickets();
        if (tickets.url().isPresent() && tickets.urlFile().isPresent()) {
            bound.blame(tickets, "url", "Both `url` and `urlFile` say where tickets are opened.", "Keep one.");
        }
        if (tickets.tokenFile().isPresent()
                && tickets.url().isEmpty()
                && tickets.urlFile().isEmpty()) {
            bound.blame(tickets, "tokenFile", "There is a token, and no webhook that uses it.", "Write its `url`.");
        }
        if (tickets.url().filter(url -> url.getUserInfo() != null).isPresent()) {
            bound.blame(
                    tickets, "url", "The address holds a secret.", "Put it into a file and name that as `urlFile`.");
        }
    }

    private static void temporal(Bound<SiteConfig> bound, SiteConfig.Temporal temporal) {
        if (temporal.apiKeyFile().isPresent() && temporal.tls().isEmpty()) {
            bound.blame(
                    temporal,
                    "apiKeyFile",
                    "Without TLS anybody on the way could read the API key.",
                    "Write `tls: {}`, with a `caFile` where the server's authority is your own.");
        }
        temporal.tls()
                .filter(tls ->
                        tls.certificateFile().isPresent() != tls.keyFile().isPresent())
                .ifPresent(tls -> bound.blame(
                        tls,
                        tls.keyFile().isPresent() ? "keyFile" : "certificateFile",
                        "A client certificate is `certificateFile` and `keyFile` together.",
                        "Name both, or neither."));
    }

    private SiteConfig defaults(Path file) {
        return new Binder(file, directory, new Problems())
                .bind(YamlFile.parse("{}"), SiteConfig.class)
                .orElseThrow();
    }

    private static void evidence(Bound<SiteConfig> bound) {
        SiteConfig site = bound.value();
        if (site.ledger().url().filter(u -> u.startsWith("jdbc:postgresql:")).isPresent()
                && !site.evidence().shared()) {
            bound.blame(
                    site,
                    "evidence",
                    "The ledger is shared and the evidence directory is not.",
                    "Put it where every worker and starter sees it, and write `shared: true`.");
        }
    }

    private static void channel(Bound<SiteConfig> bound, SiteConfig.Channel channel) {
        boolean log = channel.kind() == SiteConfig.ChannelKind.LOG;
        boolean one = channel.url().isPresent() != channel.urlFile().isPresent();
        boolean nothing = channel.url().isEmpty()
                && channel.urlFile().isEmpty()
                && channel.tokenFile().isEmpty();
        if (log && !nothing) {
            bound.blame(channel, "kind", "The log has no address and no token.", "Remove them, or write `webhook`.");
        }
        if (!log && !one) {
            bound.blame(channel, "kind", "Exactly one of `url` and `urlFile` says where a webhook is.", "Keep one.");
        }
        if (channel.url().filter(url -> url.getUserInfo() != null).isPresent()) {
            bound.blame(
                    channel, "url", "The address holds a secret.", "Put it into a file and name that as `urlFile`.");
        }
    }

    private <T extends Record> List<Bound<T>> all(String folder, Class<T> type) {
        Path place = directory.resolve(folder);
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            List<Bound<T>> found = new ArrayList<>();
            files.filter(f -> f.toString().endsWith(".yaml") || f.toString().endsWith(".yml"))
                    .sorted()
                    .forEach(f -> one(f, type).ifPresent(found::add));
            return found;
        } catch (IOException e) {
            problems.add(place, 0, "The directory cannot be read.", "Check its rights.");
            return List.of();
        }
    }

    private <T extends Record> Optional<Bound<T>> one(Path file, Class<T> type) {
        Binder binder = new Binder(file, directory, problems);
        return YamlFile.read(file, problems)
                .flatMap(node -> binder.bind(node, type))
                .map(value -> new Bound<>(value, binder));
    }

    private static Baseline baseline(Bound<BaselineConfig> bound) {
        return bound.value().baseline(GitCommit.of(bound.binder().file()));
    }

    private static <T, R> Map<String, R> byName(
            List<Bound<T>> bound, String kind, Function<T, String> name, Function<Bound<T>, R> view) {
        Map<String, R> named = new TreeMap<>();
        for (Bound<T> one : bound) {
            if (named.putIfAbsent(name.apply(one.value()), view.apply(one)) != null) {
                one.blame(
                        one.value(),
                        kind.equals("baseline") ? "id" : "name",
                        "There is another " + kind + " named `" + name.apply(one.value()) + "`.",
                        "Give each its own name.");
            }
        }
        return java.util.Collections.unmodifiableMap(named);
    }
}
