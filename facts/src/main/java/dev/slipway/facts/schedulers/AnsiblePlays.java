package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what the plays of one output did: the sums of each host, and the results before them. The sums decide; a
 * failure that they count as rescued or ignored no longer counts, and is reported.
 */
final class AnsiblePlays {
    private enum Result {
        FAILED,
        UNREACHABLE
    }

    private final Findings found;
    private final Set<String> named = new LinkedHashSet<>();
    private final Set<String> summed = new LinkedHashSet<>();
    private final Map<String, Result> failures = new LinkedHashMap<>();
    private Optional<String> last = Optional.empty();
    private boolean open;
    private boolean whole = true;

    AnsiblePlays(Findings found) {
        this.found = found;
    }

    /** A task begins: what failed before it in this play is not taken back by what comes. */
    void begin() {
        if (!summed.isEmpty()) {
            end();
        }
        open = true;
        last = Optional.empty();
    }

    void named(String host) {
        if (!summed.isEmpty()) {
            end();
        }
        open = true;
        named.add(host);
    }

    void failed(String host, boolean unreachable) {
        named(host);
        failures.merge(host, unreachable ? Result.UNREACHABLE : Result.FAILED, (a, b) -> Result.FAILED);
        last = Optional.of(host);
    }

    /** The playbook ignores what failed last. */
    void ignored() {
        last.ifPresent(host -> {
            failures.remove(host);
            takenBack(host, "ignored");
        });
        last = Optional.empty();
    }

    /** The sums of one host, under the names that the recap gives them. */
    void sums(String host) {
        ObjectNode sums = found.facts().withObjectProperty("hosts").withObjectProperty(host);
        summed.add(host);
        int failed = sums.path("failed").asInt(0) + sums.path("failures").asInt(0);
        int unreachable = sums.path("unreachable").asInt(0);
        if (failed > 0) {
            found.verdict(ToolVerdict.FAIL, host + ": " + failed + " failed");
        }
        if (unreachable > 0) {
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, host + " was not reached");
        }
        for (String word : Set.of("rescued", "ignored")) {
            if (sums.path(word).asInt(0) > 0) {
                takenBack(host, word);
                failures.remove(host);
            }
        }
        if (failed > 0 || unreachable > 0) {
            failures.remove(host);
        }
        found.verdict(ToolVerdict.PASS, "");
    }

    private void takenBack(String host, String word) {
        found.facts().withObjectProperty("takenBack").put(host, word);
        found.verdict(ToolVerdict.WARN, host + ": a task failed, and the playbook " + word + " it");
    }

    /** The output ends, or another play begins behind sums. */
    private void end() {
        whole &= open && !named.isEmpty() && summed.containsAll(named);
        failures.forEach((host, result) -> {
            boolean away = result == Result.UNREACHABLE;
            found.verdict(
                    away ? ToolVerdict.INFRASTRUCTURE_ERROR : ToolVerdict.FAIL,
                    host + (away ? " was not reached" : " failed"));
        });
        failures.clear();
        named.clear();
        summed.clear();
        open = false;
    }

    /** Weighs the rest, and checks that every named host has its sums. */
    void close() {
        boolean none = !open && summed.isEmpty();
        Set<String> missing = new LinkedHashSet<>(named);
        missing.removeAll(summed);
        boolean any = !summed.isEmpty();
        end();
        if (!missing.isEmpty() || (!none && !any)) {
            found.verdict(
                    ToolVerdict.UNKNOWN, "the recap is missing" + (any ? " for " + String.join(", ", missing) : ""));
            found.cut("the run did not end");
        } else if (whole && !none) {
            found.complete();
        }
    }
}
