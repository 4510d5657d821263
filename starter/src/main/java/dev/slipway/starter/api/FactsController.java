package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.facts.FactsSummary;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.Facts;
import dev.slipway.starter.client.FleetFacts;
import dev.slipway.starter.view.FactsJson;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the facts of nodes, each with its value or why it is unknown, and its source. */
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

    @Operation(summary = "The facts of a node as they were last stored, each with its source")
    @ApiResponse(
            responseCode = "200",
            description = "The facts; a part that could not be read has an error in place of a value.")
    @GetMapping("/api/v1/nodes/{cluster}/{node}/facts")
    Facts stored(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node) {
        NodeRef ref = members.find(cluster, node).node();
        NodeFacts facts = reads.stored(ref)
                .orElseThrow(() -> ApiException.unknown(
                        "no facts of " + ref + " are stored: it has not been read yet",
                        "read it now: slipway facts --node " + ref + " --fresh"));
        return FactsJson.of(facts);
    }

    @Operation(summary = "Read the facts of a node now, through a worker, and store them")
    @ApiResponse(responseCode = "200", description = "The facts; 503 where no worker or no node answers in time.")
    @PostMapping("/api/v1/nodes/{cluster}/{node}/facts")
    Facts fresh(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node) {
        return FactsJson.of(reads.fresh(members.find(cluster, node)));
    }

    @Operation(summary = "The facts of every node of a fleet as they were last stored")
    @GetMapping("/api/v1/fleets/{fleet}/facts")
    FleetFacts ofFleet(
            @Parameter(description = Described.FLEET) @PathVariable String fleet,
            @Parameter(description = "Every fact of every node, not one line per node.")
                    @RequestParam(defaultValue = "false")
                    boolean full) {
        FleetConfig found = members.fleet(fleet);
        List<FleetFacts.Node> nodes = new ArrayList<>();
        int unread = 0;
        for (String name : names(found)) {
            NodeRef node = new NodeRef(found.cluster(), name);
            Optional<NodeFacts> facts = reads.stored(node);
            unread += facts.map(f -> f.errors().isEmpty()).orElse(false) ? 0 : 1;
            nodes.add(line(node, facts, full));
        }
        return new FleetFacts(found.name(), nodes, unread);
    }

    /** Returns the members that the configuration lists, and those that have a row because the cluster listed them. */
    private Set<String> names(FleetConfig fleet) {
        Set<String> names = new TreeSet<>();
        fleet.members().forEach(node -> names.add(node.name()));
        installation.ledger().nodeRows().ofFleet(fleet.name()).stream()
                .map(NodeNote::node)
                .forEach(node -> names.add(node.name()));
        return names;
    }

    private static FleetFacts.Node line(NodeRef node, Optional<NodeFacts> facts, boolean full) {
        Optional<Facts> whole = facts.filter(f -> full).map(FactsJson::of);
        List<String> unknown = facts.map(f -> List.copyOf(f.errors().keySet())).orElse(List.of());
        return new FleetFacts.Node(
                node.cluster(),
                node.name(),
                facts.map(f -> f.collectedAt().toString()).orElse(""),
                whole.map(Facts::known).orElse(null),
                whole.map(Facts::unknown).orElse(null),
                whole.map(Facts::facts).orElse(null),
                whole.map(Facts::record).orElse(null),
                facts.map(FactsController::summary).orElse("never read"),
                unknown.isEmpty() ? null : unknown);
    }

    /** Returns the summary without its list of unknown parts, which is shown beside it. */
    private static String summary(NodeFacts facts) {
        return facts.boot().known()
                ? FactsSummary.of(facts).replaceFirst("; unknown: .*", "")
                : "not read: " + facts.boot().error();
    }
}
