package dev.slipway.starter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.config.FleetConfig;
import dev.slipway.facts.FactsSummary;
import dev.slipway.ledger.Json;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeNote;
import dev.slipway.model.NodeRef;
import dev.slipway.starter.Installation;
import dev.slipway.starter.sheet.FactsJson;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The facts of nodes, each with its value or why it is unknown, and where it came from. */
@RestController
final class FactsController {
    private final Installation installation;
    private final Members members;
    private final FactsReads reads;

    FactsController(Installation installation, Members members, FactsReads reads) {
        this.installation = installation;
        this.members = members;
        this.reads = reads;
    }

    @GetMapping("/api/v1/nodes/{cluster}/{node}/facts")
    ResponseEntity<String> kept(@PathVariable String cluster, @PathVariable String node) {
        NodeRef ref = members.find(cluster, node).node();
        NodeFacts facts = reads.kept(ref)
                .orElseThrow(() -> Refused.unknown(
                        "no facts of " + ref + " are kept: nobody has read it yet",
                        "read it now: slipway facts --node " + ref + " --fresh"));
        return answer(FactsJson.of(facts));
    }

    @PostMapping("/api/v1/nodes/{cluster}/{node}/facts")
    ResponseEntity<String> fresh(@PathVariable String cluster, @PathVariable String node) {
        return answer(FactsJson.of(reads.fresh(members.find(cluster, node))));
    }

    @GetMapping("/api/v1/fleets/{fleet}/facts")
    ResponseEntity<String> ofFleet(@PathVariable String fleet, @RequestParam(defaultValue = "false") boolean full) {
        FleetConfig found = members.fleet(fleet);
        ObjectNode answer = Json.mapper().createObjectNode().put("fleet", found.name());
        answer.putArray("nodes");
        int unread = 0;
        for (String name : names(found)) {
            NodeRef node = new NodeRef(found.cluster(), name);
            Optional<NodeFacts> facts = reads.kept(node);
            unread += facts.map(f -> f.errors().isEmpty()).orElse(false) ? 0 : 1;
            answer.withArray("nodes").add(line(node, facts, full));
        }
        return answer(answer.put("unread", unread));
    }

    /** The members that the configuration lists, and those that have a row because the cluster listed them. */
    private Set<String> names(FleetConfig fleet) {
        Set<String> names = new TreeSet<>();
        fleet.members().forEach(node -> names.add(node.name()));
        installation.ledger().nodeRows().ofFleet(fleet.name()).stream()
                .map(NodeNote::node)
                .forEach(node -> names.add(node.name()));
        return names;
    }

    private static ObjectNode line(NodeRef node, Optional<NodeFacts> facts, boolean full) {
        ObjectNode line = facts.filter(f -> full)
                .map(FactsJson::of)
                .orElseGet(() -> Json.mapper()
                        .createObjectNode()
                        .put("cluster", node.cluster())
                        .put("node", node.name())
                        .put(
                                "collectedAt",
                                facts.map(f -> f.collectedAt().toString()).orElse("")));
        line.put("summary", facts.map(FactsController::summary).orElse("never read"));
        facts.map(f -> f.errors().keySet())
                .ifPresent(parts ->
                        parts.forEach(part -> line.withArray("unknownParts").add(part)));
        return line;
    }

    /** The summary without its list of unknown parts, which stands beside it. */
    private static String summary(NodeFacts facts) {
        return facts.boot().known()
                ? FactsSummary.of(facts).replaceFirst("; unknown: .*", "")
                : "not read: " + facts.boot().error();
    }

    private static ResponseEntity<String> answer(ObjectNode json) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json.toString());
    }
}
