package dev.slipway.activities.ansible;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.facts.Json;
import dev.slipway.facts.schedulers.AnsibleHost.Counts;
import dev.slipway.model.Baseline;
import dev.slipway.model.node.NodeRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Reports what the site's role would change on the nodes of a fleet: a second source beside the probe. One play in
 * check mode runs for all nodes of a baseline, and a repeated request joins it.
 */
public final class FleetPlay implements AnsibleComparison {
    private final AnsiblePackages.Site site;
    private final Predicate<String> fleets;
    private final ActivityClock clock;

    /** @param fleets those that use a second source */
    public FleetPlay(AnsiblePackages.Site site, Predicate<String> fleets, ActivityClock clock) {
        this.site = site;
        this.fleets = fleets;
        this.clock = clock;
    }

    @Override
    public Map<NodeRef, Opinion> ask(String reportId, String fleet, Map<NodeRef, Baseline> members) {
        Map<NodeRef, Opinion> opinions = new HashMap<>();
        if (!fleets.test(fleet)) {
            return opinions;
        }
        Map<String, Map<NodeRef, Baseline>> byGoal = new TreeMap<>();
        members.forEach((node, goal) ->
                byGoal.computeIfAbsent(goal.id(), g -> new HashMap<>()).put(node, goal));
        byGoal.forEach((goal, nodes) -> opinions.putAll(ofGoal(reportId, goal, nodes)));
        return opinions;
    }

    private Map<NodeRef, Opinion> ofGoal(String reportId, String goal, Map<NodeRef, Baseline> nodes) {
        Map<NodeRef, Opinion> opinions = new HashMap<>();
        Optional<String> missing = site.playbook().missing();
        if (missing.isPresent()) {
            nodes.keySet().forEach(node -> opinions.put(node, new Opinion(Kind.UNKNOWN, missing.get())));
            return opinions;
        }
        PlayRun run = new PlayRun(directory(reportId, goal));
        if (run.state().kind() == RunState.Kind.NONE) {
            Map<String, SshTarget> targets = new TreeMap<>();
            nodes.keySet().forEach(node -> targets.put(node.name(), site.nodes().target(node)));
            new PlayFiles(site.playbook(), targets, nodes.values().iterator().next()).write(run.directory(), true);
            run.start(clock);
        }
        RunState end = run.end(clock);
        Map<String, List<String>> events = byHost(run.tail("events"));
        nodes.keySet().forEach(node -> opinions.put(node, opinion(node, end, events)));
        return opinions;
    }

    private Path directory(String reportId, String goal) {
        String name = (reportId + "-" + goal).replaceAll("[^A-Za-z0-9._-]", "_");
        return site.playbook().runs().toAbsolutePath().resolve("drift").resolve(name);
    }

    private static Opinion opinion(NodeRef node, RunState end, Map<String, List<String>> events) {
        List<String> lines = new ArrayList<>(events.getOrDefault(node.name(), List.of()));
        lines.addAll(events.getOrDefault("", List.of()));
        PlayEvents own = PlayEvents.of(node.name(), String.join("\n", lines));
        // The exit status covers all nodes: if there are sums, they show how this one ended.
        RunState ofNode = own.counts().isPresent() ? new RunState(end.kind(), 0, end.output()) : end;
        return PlayVerdict.fault(node.name(), ofNode, own)
                .map(fault -> new Opinion(Kind.UNKNOWN, fault.getOriginalMessage()))
                .orElseGet(() -> own.counts().orElse(Counts.NONE).changed() == 0
                        ? new Opinion(Kind.SAME, "Ansible would change nothing")
                        : new Opinion(Kind.DIFFERS, "Ansible would change: " + String.join(", ", own.changed())));
    }

    /**
     * Returns the events of each host, in order; under no name those that are about all, and lines that are no events.
     */
    private static Map<String, List<String>> byHost(String events) {
        Map<String, List<String>> byHost = new HashMap<>();
        for (String line : events.lines().toList()) {
            byHost.computeIfAbsent(host(line), host -> new ArrayList<>()).add(line);
        }
        return byHost;
    }

    private static String host(String line) {
        try {
            JsonNode hosts = Json.read(line).path("hosts");
            Iterator<String> names = hosts.fieldNames();
            return names.hasNext() ? names.next() : "";
        } catch (JsonProcessingException notAnEvent) {
            return "";
        }
    }
}
