package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code kubectl cordon}, {@code drain} and {@code uncordon}. A drain passes if each node that it cordoned is
 * drained and each pod that it evicted is gone; an eviction that was refused and tried again is no failure.
 */
final class KubectlDrain {
    private static final Pattern FAILURE = Pattern.compile(String.join(
            "|",
            "^error: unable to (?:drain|cordon|uncordon) node",
            "^error when (?:evicting|waiting)",
            "^cannot delete ",
            "^There are pending (?:nodes to be drained|pods in node)",
            "^Following errors occurred while getting",
            "^Error draining ",
            "^Unable to cordon or drain ",
            "^Performing a best-effort uncordon",
            "^drain did not complete"));
    private static final String DRY_RUN = "( \\((?:server )?dry run\\))?$";
    private static final Pattern NODE = Pattern.compile(
            "^(?:node/|node \")?([^\\s\"/]{1,253})\"? ((?:already )?(?:un)?cordoned|drained)" + DRY_RUN);
    private static final Pattern GONE =
            Pattern.compile("^(?:pod(?:/| \"| \\S+/)([^\\s\"]{1,253})\"? (?:evicted|deleted)"
                    + "(?: from \\S+ namespace)?|node/(\\S+) evicted)$");
    private static final Pattern EVICTING = Pattern.compile("^evicting pod \"?([^\\s\"]+)\"?" + DRY_RUN);
    private static final Pattern WARNING =
            Pattern.compile("^(?i:warning): ((?i:(?:ignoring|deleting) (?:DaemonSet-managed )?Pods).*)$");
    private static final Pattern RETRIED =
            Pattern.compile("^error when evicting pods?[/ ]\"([^\"]+)\".*\\(will retry after [^)]*\\): (.*)$");
    private static final Pattern REFUSED =
            Pattern.compile("cannot delete ([^(:]{3,120}?) \\(use (--[a-z-]+)[^)]{0,40}\\): "
                    + "((?:[\\w./-]+(?:, (?!cannot |continuing ))?)+)");
    private static final Pattern TIMEOUT =
            Pattern.compile("(?:global timeout reached: |drain did not complete within )([0-9][\\w.]*)");
    private static final Pattern STUCK =
            Pattern.compile("error when (?:evicting pods?[/ ]|waiting for pod )\"([^\"]+)\""
                    + "(?:(?: -n| in namespace) \"[^\"]+\")?(?: to terminate| terminating)?: (.*)$");
    /** Matches an undrained node, whose causes follow in separate lines. */
    private static final Pattern UNDRAINED = Pattern.compile("^error: unable to drain node \"([^\"]+)\".*error when ");

    private static final Pattern PENDING = Pattern.compile("^(?: ?<?[a-z0-9][\\w.-]*>?|pod/[\\w.-]+)$");

    private final Findings found;
    private final Map<String, Boolean> nodes = new LinkedHashMap<>();
    private final Set<String> evicting = new LinkedHashSet<>();
    private boolean any;
    private boolean ended;
    private boolean list;

    KubectlDrain(Findings found) {
        this.found = found;
    }

    /** Returns whether only kubectl writes such a line: a name alone before the word may be of another tool. */
    static boolean sure(String text) {
        return own(text) && (!NODE.matcher(text).matches() || text.startsWith("node"));
    }

    /** Returns whether only a drain, a cordon or an uncordon writes such a line. */
    static boolean own(String text) {
        return FAILURE.matcher(text).find()
                || NODE.matcher(text).matches()
                || EVICTING.matcher(text).matches()
                || GONE.matcher(text).matches()
                || WARNING.matcher(text).matches();
    }

    /** Returns whether this line is in a list of nodes or pods that the line before it begins. */
    boolean listed(String text) {
        return list && PENDING.matcher(text).matches();
    }

    void take(String text) {
        if (!own(text)) {
            return;
        }
        any = true;
        list = text.startsWith("There are pending ");
        Matcher node = NODE.matcher(text);
        Matcher gone = GONE.matcher(text);
        Matcher evicted = EVICTING.matcher(text);
        Matcher warning = WARNING.matcher(text);
        Matcher retried = RETRIED.matcher(text);
        if (node.matches()) {
            node(node);
        } else if (gone.matches()) {
            String pod = gone.group(1) == null ? "" : gone.group(1);
            evicting.stream()
                    .filter(name -> name.equals(pod) || name.endsWith("/" + pod))
                    .findFirst()
                    .ifPresent(evicting::remove);
        } else if (evicted.matches()) {
            ended = false;
            evicting.add(evicted.group(1));
        } else if (warning.matches()) {
            drain().withArray("warnings").add(Text.shorten(warning.group(1), 400));
        } else if (retried.matches()) {
            retry(retried);
        } else {
            fail(text);
        }
    }

    private ObjectNode drain() {
        return found.facts().withObjectProperty("drain");
    }

    private void node(Matcher line) {
        boolean drained = line.group(2).equals("drained");
        if (line.group(3) != null) {
            found.verdict(ToolVerdict.UNKNOWN, "a dry run: nothing was changed");
        }
        if (line.group(2).endsWith("uncordoned")) {
            drain().withArray("uncordoned").add(line.group(1));
            nodes.remove(line.group(1));
            return;
        }
        nodes.merge(line.group(1), drained, (before, now) -> now);
        ended = drained;
    }

    private void retry(Matcher line) {
        ObjectNode tries = drain().withObjectProperty("retries");
        tries.put(line.group(1), tries.path(line.group(1)).asInt() + 1);
        found.because(line.group(1) + " was not evicted at once: " + line.group(2));
    }

    private void fail(String text) {
        int causes = 0;
        for (Matcher refused = REFUSED.matcher(text); refused.find(); causes++) {
            String why = refused.group(1);
            String pods = refused.group(3);
            drain().withObjectProperty("refused").put(why, pods);
            found.verdict(
                    ToolVerdict.FAIL,
                    why + " hold up the drain: " + pods + "; the option for them is " + refused.group(2));
        }
        for (Matcher timeout = TIMEOUT.matcher(text); timeout.find(); causes++) {
            drain().put("timeout", timeout.group(1));
        }
        Matcher stuck = STUCK.matcher(text);
        if (stuck.find() && text.startsWith("error when")) {
            drain().withArray("stuck")
                    .addObject()
                    .put("pod", stuck.group(1))
                    .put("why", Text.shorten(stuck.group(2), 300));
            causes = 0;
        }
        Optional<String> undrained = Text.first(UNDRAINED, text);
        boolean said = causes > 0 || text.startsWith("There are pending ");
        found.verdict(
                ToolVerdict.FAIL,
                said
                        ? ""
                        : undrained.map(node -> node + " could not be drained").orElse(text));
    }

    /** Weighs what is missing; whether the drain shows its own end. */
    boolean close() {
        nodes.forEach((name, drained) ->
                drain().withArray("nodes").addObject().put("name", name).put("drained", drained));
        evicting.forEach(pod -> drain().withArray("pending").add(pod));
        nodes.forEach((name, drained) -> {
            if (!drained) {
                found.verdict(ToolVerdict.UNKNOWN, "nothing shows that " + name + " is drained");
            }
        });
        if (!evicting.isEmpty()) {
            found.verdict(
                    ToolVerdict.UNKNOWN, "nothing shows that these pods are gone: " + String.join(", ", evicting));
        }
        boolean whole = ended && evicting.isEmpty() && !nodes.containsValue(false);
        if (whole) {
            found.verdict(ToolVerdict.PASS, "");
        } else if (any && nodes.isEmpty() && !found.facts().path("drain").has("uncordoned")) {
            found.verdict(ToolVerdict.UNKNOWN, "nothing shows that a node is drained");
        }
        return whole;
    }
}
