package dev.slipway.facts.packages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code dpkg -l}, {@code dpkg -s}, {@code dpkg-query -W}, {@code apt-cache policy} and {@code madison}, {@code
 * apt-mark showhold}, {@code rpm -q}, {@code dnf list}, and transactions of apt, dnf and dpkg's log. A package of which
 * only configuration is left is not installed.
 */
public final class PackagesParser implements Parser {
    private static final Pattern DPKG = Pattern.compile(
            "([uihrp])([ncHUFWti])([ R]?) +([a-z0-9][a-z0-9+.-]*)(?::([a-z0-9]+))? +(\\S+) +(\\S+)(?: +(.*))?");
    private static final Pattern STANZA = Pattern.compile(
            "(?m)^Package: \\S+\\n(?:\\S.*\\n){0,3}?(?:Status: \\w+ \\w+ [a-z-]+$|Version: \\S+\\nStatus: )");
    private static final Pattern FIELD = Pattern.compile("([A-Z][A-Za-z-]{1,40}): ?(.*)");
    private static final Pattern COLUMNS = Pattern.compile("(?m)^\\+\\+\\+-=+-(=+)-");
    private static final Pattern NO_DPKG = Pattern.compile("dpkg-query: no packages found matching (\\S+)");
    private static final Pattern NO_RPM = Pattern.compile("package (\\S+) is not installed");
    private static final Pattern NO_APT = Pattern.compile("N: Unable to locate package (\\S+)");
    private static final Pattern RPM = Pattern.compile(
            "([A-Za-z0-9][\\w+.-]*?)-((?:[0-9]+:)?[0-9][\\w.+~^]*)-([\\w.+~^]+?)\\.(x86_64|aarch64|noarch|i686|src)");
    private static final Pattern DNF =
            Pattern.compile("([A-Za-z0-9][\\w+.-]*)\\.(x86_64|aarch64|noarch|i686)\\s+(\\S+)\\s+(@?\\S+)");
    private static final Pattern POLICY = Pattern.compile("([a-z0-9][a-z0-9+.-]*):");
    private static final Pattern ROW = Pattern.compile("  (Installed|Candidate): (\\S+)");
    private static final Pattern HEAD = Pattern.compile(
            "Desired=.*|\\| Status=.*|\\|/ Err\\?=.*|\\|\\|/ .*|\\+\\+\\+-.*|  Version table:|Last metadata.*|"
                    + "Installed Packages|Available Packages|Available Upgrades|Obsoleting Packages|"
                    + "Updating Subscription.*|(     |   )+[0-9]+ \\S+.*");
    private static final Map<String, String> STATES = Map.of(
            "n", "not-installed",
            "c", "config-files",
            "H", "half-installed",
            "U", "unpacked",
            "F", "half-configured",
            "W", "triggers-awaited",
            "t", "triggers-pending",
            "i", "installed");

    /**
     * {@code dnf check-update} found updates.
     *
     * @see <a href="https://dnf.readthedocs.io/en/latest/command_ref.html#check-update-command">dnf check-update</a>
     */
    private static final int CHECK_UPDATE = 100;

    @Override
    public ToolReport<?> parse(Output output) {
        if (DpkgLog.recognises(output.text())) {
            return DpkgLog.parse(output);
        } else if (AptTransaction.recognises(output.text())) {
            return AptTransaction.parse(output);
        } else if (DnfTransaction.recognises(output.text())) {
            return DnfTransaction.parse(output);
        }
        Findings found = new Findings(format(output.text()));
        found.facts().putArray("packages");
        if (STANZA.matcher(output.text()).find()) {
            return stanzas(found, output);
        }
        Optional<ObjectNode> policy = Optional.empty();
        int column = versionColumn(output.text());
        for (Output.Line line : output.written()) {
            Matcher name = POLICY.matcher(line.text());
            Matcher row = ROW.matcher(line.text());
            if (name.matches()) {
                policy = Optional.of(add(found, name.group(1)));
            } else if (row.matches() && policy.isPresent()) {
                policy(policy.get(), row);
            } else if (!row(found, line.text())
                    && !missing(found, line.text())
                    && !HEAD.matcher(line.text()).matches()
                    && !offered(policy, line.text())) {
                other(found, line);
            }
        }
        found.facts().withArray("packages").forEach(p -> mayBeCut(p, column));
        // dpkg-query(1): the status of a query that finds no such package; rpm(8) counts them.
        int missing = (int) found.facts()
                .withArray("packages")
                .valueStream()
                .filter(p -> p.path("state").asText().equals("not-installed"))
                .count();
        found.normalExits(missing > 0 ? 1 : 0, missing, found.format().equals("rpm") ? CHECK_UPDATE : 0);
        return found.of(output);
    }

    /** Returns how wide {@code dpkg -l} draws its column of versions: on a narrow terminal it cuts what is longer. */
    private static int versionColumn(String text) {
        return Text.first(COLUMNS, text).map(String::length).orElse(Integer.MAX_VALUE);
    }

    private static void mayBeCut(JsonNode entry, int column) {
        if (entry instanceof ObjectNode read && entry.path("version").asText().length() >= column) {
            read.put("versionMayBeCut", true);
        }
    }

    /** Parses {@code dpkg -s}: one field per line, a blank line between packages. */
    private static ToolReport<?> stanzas(Findings found, Output output) {
        Optional<ObjectNode> entry = Optional.empty();
        for (Output.Line line : output.written()) {
            Matcher field = FIELD.matcher(line.text());
            if (!field.matches()) {
                if (!line.text().startsWith(" ")) {
                    found.unparsed(line);
                }
                continue;
            }
            String value = field.group(2).strip();
            String[] words = value.split(" ");
            if (field.group(1).equals("Package")) {
                entry = Optional.of(add(found, value));
            } else if (field.group(1).equals("Version")) {
                entry.ifPresent(e -> version(e, value));
            } else if (field.group(1).equals("Status") && words.length == 3) {
                entry.ifPresent(e -> state(found, e, words[0].equals("hold"), words[2]));
            } else if (field.group(1).equals("Status")) {
                found.unparsed(line);
            }
        }
        return found.of(output);
    }

    private static String format(String text) {
        if (STANZA.matcher(text).find()) {
            return "dpkg -s";
        } else if (text.contains("Candidate:")) {
            return "apt-cache policy";
        } else if (Pattern.compile("(?m)^[uihrp][ncHUFWti][ R] +\\S")
                .matcher(text)
                .find()) {
            return "dpkg -l";
        } else if (text.contains("no packages found matching") || text.contains("is not installed")) {
            return "not installed";
        } else if (Pattern.compile("(?m)^\\s*\\S+ \\| +\\S+ \\| ").matcher(text).find()) {
            return "apt-cache madison";
        } else if (text.contains("\t")) {
            return "dpkg-query -W";
        }
        return Pattern.compile("\\.(x86_64|aarch64|noarch)\\b").matcher(text).find() ? "rpm" : "names";
    }

    private static ObjectNode add(Findings found, String name) {
        return found.facts().withArray("packages").addObject().put("name", name);
    }

    private static void policy(ObjectNode entry, Matcher row) {
        String key = row.group(1).equals("Installed") ? "installed" : "candidate";
        if (row.group(2).equals("(none)")) {
            entry.putNull(key);
        } else {
            entry.put(key, row.group(2)).put(key + "Upstream", PackageOffers.upstreamOf(row.group(2)));
        }
        if (key.equals("candidate")) {
            entry.put("installable", !row.group(2).equals("(none)"));
            entry.putArray("versions");
        }
    }

    private static boolean offered(Optional<ObjectNode> policy, String line) {
        Optional<String> version = Text.first(Pattern.compile("^ (?:\\*\\*\\*|   ) (\\S+) -?[0-9]+$"), line);
        version.ifPresent(v -> policy.ifPresent(p -> p.withArray("versions").add(v)));
        return version.isPresent() && policy.isPresent();
    }

    private static boolean row(Findings found, String line) {
        Matcher dpkg = DPKG.matcher(line);
        Optional<DatabaseRow> query = DatabaseRow.of(line);
        Matcher rpm = RPM.matcher(line.strip());
        Matcher dnf = DNF.matcher(line.strip());
        if (dpkg.matches()) {
            ObjectNode entry = add(found, dpkg.group(4));
            version(entry, dpkg.group(6)).put("architecture", dpkg.group(7));
            state(found, entry, dpkg.group(1).equals("h"), STATES.getOrDefault(dpkg.group(2), "unknown"));
            if (dpkg.group(3).equals("R")) {
                entry.put("reinstallRequired", true);
                found.verdict(ToolVerdict.FAIL, dpkg.group(4) + " must be installed again");
            }
        } else if (query.isPresent()) {
            ObjectNode entry = add(found, query.get().name());
            version(entry, query.get().version());
            state(found, entry, query.get().held(), query.get().state());
        } else if (rpm.matches()) {
            state(found, version(add(found, rpm.group(1)), rpm.group(2) + "-" + rpm.group(3)), false, "installed");
        } else if (dnf.matches()) {
            ObjectNode entry = version(add(found, dnf.group(1)), dnf.group(3)).put("repository", dnf.group(4));
            entry.put("installed", dnf.group(4).startsWith("@"));
        } else {
            return false;
        }
        return true;
    }

    private static ObjectNode version(ObjectNode entry, String version) {
        return version.isEmpty()
                ? entry
                : entry.put("version", version).put("upstream", PackageOffers.upstreamOf(version));
    }

    private static void state(Findings found, ObjectNode entry, boolean held, String state) {
        entry.put("state", state).put("installed", state.equals("installed")).put("held", held);
        String name = entry.path("name").asText();
        if (state.startsWith("half-") || state.equals("unpacked")) {
            found.verdict(ToolVerdict.FAIL, name + " is " + state);
        } else if (state.startsWith("triggers-")) {
            found.verdict(ToolVerdict.WARN, name + " is " + state);
        }
    }

    private static boolean missing(Findings found, String line) {
        Optional<String> name =
                Text.first(NO_DPKG, line).or(() -> Text.first(NO_RPM, line)).or(() -> Text.first(NO_APT, line));
        name.ifPresent(n -> add(found, n).put("installed", false).put("state", "not-installed"));
        return name.isPresent();
    }

    private static void other(Findings found, Output.Line line) {
        Optional<PackageOffers> offers = PackageOffers.parse(line.text()).value();
        if (offers.isPresent()) {
            offers.get().offers().forEach(o -> version(add(found, o.name()), o.version()));
            return;
        }
        PackageHold.of(line.text()).ifPresentOrElse(name -> add(found, name), () -> found.unparsed(line));
    }
}
