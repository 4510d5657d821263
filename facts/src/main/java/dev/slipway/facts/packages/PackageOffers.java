package dev.slipway.facts.packages;

import dev.slipway.facts.DebVersion;
import dev.slipway.facts.RpmVersion;
import dev.slipway.facts.Text;
import dev.slipway.model.facts.Reading;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists every version that a repository offers, from {@code apt-cache madison}, {@code apt-cache policy}, {@code dnf
 * list --showduplicates} or {@code dpkg-query -W}. {@code rpm} states whose order the versions follow.
 */
public record PackageOffers(Set<Offer> offers, boolean rpm) {
    /** Offers nothing. */
    public static final PackageOffers NONE = new PackageOffers(Set.of(), false);

    private static final Pattern MADISON = Pattern.compile("\\s*([a-z0-9][a-z0-9+.-]*) \\| +(\\S+) \\| .*");
    private static final Pattern DNF = Pattern.compile("([A-Za-z0-9][\\w+.-]*)\\.(?:x86_64|aarch64|noarch|i686)\\s+"
            + "((?:[0-9]+:)?[0-9][\\w.+~^]*-[\\w.+~^]+)\\s+\\S+.*");
    private static final Pattern QUERY = Pattern.compile(
            "([a-z0-9][a-z0-9+.-]*)(?::[a-z0-9]+)?\\t(\\S+)(?:\\t(?!.*(?:config-files|not-installed)$).*)?");
    private static final Pattern POLICY = Pattern.compile("([a-z0-9][a-z0-9+.-]*):");
    private static final Pattern TABLE = Pattern.compile(" (?:\\*\\*\\*|   ) (\\S+) (?:[0-9-]+)");
    private static final Pattern UPSTREAM = Pattern.compile("(?:[0-9]+:)?([^-]+).*");

    /** Describes one package in one version, epoch and revision included. */
    public record Offer(String name, String version) {}

    /** Reads any of the layouts, mixed too; lines of prose are passed over. Unknown when none offers anything. */
    public static Reading<PackageOffers> parse(String text) {
        Set<Offer> offers = new LinkedHashSet<>();
        boolean rpm = false;
        String policy = "";
        for (String line : joined(text).lines().toList()) {
            Matcher head = POLICY.matcher(line);
            Matcher version = TABLE.matcher(line);
            Optional<Offer> deb = offer(MADISON, line).or(() -> offer(QUERY, line));
            Optional<Offer> row = offer(DNF, line);
            if (head.matches()) {
                policy = head.group(1);
            } else if (version.matches() && !policy.isEmpty()) {
                offers.add(new Offer(policy, version.group(1)));
            } else if (deb.isPresent()) {
                offers.add(deb.get());
            } else if (row.isPresent()) {
                rpm = true;
                offers.add(row.get());
            }
        }
        return offers.isEmpty()
                ? Reading.unknown("no package with a version in: " + Text.shorten(text, 80))
                : Reading.of(new PackageOffers(Set.copyOf(offers), rpm));
    }

    /** dnf breaks a row after a long name. */
    private static String joined(String text) {
        return text.replaceAll("(?m)^(\\S+\\.(?:x86_64|aarch64|noarch|i686))\\s*\\n\\s+(?=[0-9])", "$1 ");
    }

    private static Optional<Offer> offer(Pattern pattern, String line) {
        Matcher row = pattern.matcher(line);
        return row.matches() ? Optional.of(new Offer(row.group(1), row.group(2))) : Optional.empty();
    }

    /** Returns the upstream versions that packages with such names have, oldest first as dpkg or rpm orders them. */
    public List<String> upstream(Predicate<String> name) {
        return offers.stream()
                .filter(o -> name.test(o.name()))
                .map(Offer::version)
                .sorted(this::compare)
                .map(PackageOffers::upstreamOf)
                .distinct()
                .toList();
    }

    /** Returns the newest version of each package that is {@code wanted}, by its name. */
    public Map<String, String> newest(Predicate<Offer> wanted) {
        Map<String, String> newest = new TreeMap<>();
        offers.stream()
                .filter(wanted)
                .forEach(o -> newest.merge(o.name(), o.version(), (a, b) -> compare(a, b) < 0 ? b : a));
        return newest;
    }

    private int compare(String a, String b) {
        if (rpm) {
            return RpmVersion.of(a).compareTo(RpmVersion.of(b));
        }
        return DebVersion.of(a).compareTo(DebVersion.of(b));
    }

    /** Returns the part of a version that the authors of the software chose, without epoch and revision. */
    static String upstreamOf(String version) {
        Matcher parts = UPSTREAM.matcher(version);
        return parts.matches() ? parts.group(1) : version;
    }
}
