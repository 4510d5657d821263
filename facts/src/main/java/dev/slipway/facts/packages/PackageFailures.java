package dev.slipway.facts.packages;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Explains why a package manager did not do what was requested, by its own words. */
final class PackageFailures {
    private static final Pattern HOLDER =
            Pattern.compile("(?i)(?:held by process|process with pid|waiting for process with pid) ([0-9]{1,9})");
    private static final Map<String, Pattern> KINDS = kinds();

    /**
     * Lists failures that prove nothing about the packages: the holder of a lock, or the server of the repository, is
     * the obstacle.
     */
    private static final Set<String> OF_THE_WAY =
            Set.of("lock-held", "fetch-failed", "no-permission", "repository-unreadable");

    private PackageFailures() {}

    private static Map<String, Pattern> kinds() {
        Map<String, Pattern> kinds = new LinkedHashMap<>();
        refusals(kinds);
        troubles(kinds);
        return kinds;
    }

    /** Adds what the tool refuses to do, or refuses to take. */
    private static void refusals(Map<String, Pattern> kinds) {
        kinds.put(
                "lock-held",
                Pattern.compile("(?i)could not get lock|unable to lock|lock is held|waiting for process with pid"
                        + "|another process"));
        kinds.put("filtered-out", Pattern.compile("filtered out by (?:modular|exclude) filtering"));
        kinds.put("dpkg-interrupted", Pattern.compile("dpkg was interrupted"));
        kinds.put("no-permission", Pattern.compile("(?i)are you root|permission denied|superuser|requires superuser"));
        kinds.put("downgrade-refused", Pattern.compile("downgraded and -y was used|no downgrade"));
        kinds.put("hold-refused", Pattern.compile("Held packages were changed|held broken packages"));
        kinds.put(
                "removal-refused", Pattern.compile("(?:Packages need to be removed|Essential packages were removed)"));
        kinds.put("no-such-version", Pattern.compile("Version '.*' for '.*' was not found"));
        kinds.put("duplicated", Pattern.compile(" is a duplicate with "));
        kinds.put(
                "no-such-package",
                Pattern.compile("(?i)unable to locate package|has no installation candidate|unable to find a match"
                        + "|no match for argument|no package .* available"));
    }

    /** Adds what went wrong on the way, and what is wrong with the packages. */
    private static void troubles(Map<String, Pattern> kinds) {
        kinds.put(
                "no-space",
                Pattern.compile(
                        "(?i)no space left|don't have enough free space|needs [0-9]+ ?[KMG]B (?:more space )?on"));
        kinds.put(
                "fetch-failed",
                Pattern.compile(
                        "(?i)failed to fetch|unable to fetch|could not resolve|cannot download|hash sum mismatch"
                                + "|curl error|failed to download|status code: [45]"));
        kinds.put(
                "unsigned",
                Pattern.compile("(?i)gpg check failed|were unable to be authenticated|not signed|public key"));
        kinds.put(
                "unmet-dependencies",
                Pattern.compile(
                        "(?i)unmet dependencies|unable to correct problems|unable to satisfy dependencies|depsolve"
                                + "|conflicting requests|nothing provides|has missing requires of|dependency problems"
                                + "|none of the providers can be installed|problem with installed package"
                                + "|cannot install both| obsoletes | conflicts with "));
        kinds.put(
                "package-script",
                Pattern.compile("Sub-process .*dpkg returned an error|scriptlet failed|Error in \\S+ scriptlet"
                        + "|error processing"));
        kinds.put(
                "repository-unreadable",
                Pattern.compile("(?i)does not have a Release file|is not valid yet|repomd.xml|lists could not be"));
    }

    /** Notes a failure, with the process that holds the lock if it is named, and the resulting verdict. */
    static void note(Findings found, String kind, String text) {
        ObjectNode error =
                found.facts().withArray("errors").addObject().put("kind", kind).put("text", text);
        holder(text).ifPresent(pid -> error.put("pid", pid));
        found.verdict(
                OF_THE_WAY.contains(kind) ? ToolVerdict.INFRASTRUCTURE_ERROR : ToolVerdict.FAIL, kind + ": " + text);
    }

    /** Returns the kind of a failure; {@code other} if its words are not known. */
    static String kind(String text) {
        return KINDS.entrySet().stream()
                .filter(kind -> kind.getValue().matcher(text).find())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("other");
    }

    /** Returns the process that holds the lock, if it is named. */
    static Optional<Long> holder(String text) {
        return Text.first(HOLDER, text).map(Long::parseLong);
    }
}
