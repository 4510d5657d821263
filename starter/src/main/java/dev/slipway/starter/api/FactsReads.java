package dev.slipway.starter.api;

import dev.slipway.model.Durations;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import dev.slipway.starter.Installation;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Returns the facts of nodes: as the ledger stored them last, or read now by a worker. It changes nothing on a node.
 */
@Component
final class FactsReads {
    private static final int SECONDS = 160;
    private static final int REACH_SECONDS = 80;

    private final Installation installation;
    private final Runs runs;

    FactsReads(Installation installation, Runs runs) {
        this.installation = installation;
        this.runs = runs;
    }

    /** Returns the facts that were stored last; empty if the node was never read. */
    Optional<NodeFacts> stored(NodeRef node) {
        return installation
                .ledger()
                .facts()
                .latest(node)
                .flatMap(ref -> installation.ledger().facts().byId(ref.id()));
    }

    /** Returns the facts as a worker reads and stores them now. Refuses if no worker or no node answers in time. */
    NodeFacts fresh(Members.Member member) {
        NodeRef node = member.node();
        String id = "facts/" + node + "/" + UUID.randomUUID();
        runs.start(
                Runs.Start.brief("FactsLook", id, "the facts of " + node, Duration.ofSeconds(SECONDS)),
                node,
                member.fleet().name(),
                member.fleet().taskQueue());
        if (runs.query(id, "view", String.class).isEmpty()) {
            throw ApiException.away(
                    "no worker took the request in time",
                    "start one: slipway worker; what was last read: slipway facts");
        }
        FactsRef ref = read(node, id)
                .orElseThrow(() -> ApiException.away(
                        "no facts of " + node + " within " + Durations.words(Duration.ofSeconds(SECONDS)),
                        "see " + runs.link(id)));
        return installation
                .ledger()
                .facts()
                .byId(ref.id())
                .orElseThrow(() -> ApiException.away(
                        "the worker stored the facts of " + node + " in another ledger than the starter's",
                        "name one ledger in the slipway.yaml of both"));
    }

    /**
     * Returns whether the node, or else its BMC, answers a worker: for a node that gave no facts. Empty if no worker
     * could check.
     */
    Optional<Reached> reached(Members.Member member) {
        NodeRef node = member.node();
        String id = "reach/" + node + "/" + UUID.randomUUID();
        runs.start(
                Runs.Start.brief("ReachLook", id, "whether " + node + " answers", Duration.ofSeconds(REACH_SECONDS)),
                node,
                member.fleet().taskQueue());
        try {
            return runs.result(id, Reached.class, REACH_SECONDS);
        } catch (ApiException failed) {
            return Optional.empty();
        }
    }

    private Optional<FactsRef> read(NodeRef node, String id) {
        try {
            return runs.result(id, FactsRef.class, SECONDS);
        } catch (ApiException failed) {
            throw ApiException.away(failed.what(), "what was last read of it: slipway facts --node " + node);
        }
    }
}
