package dev.slipway.starter.api;

import dev.slipway.model.Durations;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
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
public final class FactsReads {
    private static final Duration LONGEST = Duration.ofSeconds(160);
    private static final int REACH_SECONDS = 80;

    private final Installation installation;
    private final Runs runs;

    FactsReads(Installation installation, Runs runs) {
        this.installation = installation;
        this.runs = runs;
    }

    /** Returns the facts that were stored last; empty if the node was never read. */
    public Optional<NodeFacts> stored(NodeRef node) {
        return installation
                .ledger()
                .facts()
                .latest(node)
                .flatMap(ref -> installation.ledger().facts().byId(ref.id()));
    }

    /** Returns the facts as a worker reads and stores them now. Refuses if no worker or no node answers in time. */
    public NodeFacts fresh(Members.Member member) {
        Reading<NodeFacts> facts = within(member, LONGEST);
        return facts.value()
                .orElseThrow(() -> ApiException.away(
                        facts.error(), "what was last read of it: slipway facts --node " + member.node()));
    }

    /**
     * Returns the facts as a worker reads and stores them now, or why the node gave none in time. Refuses if no worker
     * takes the request.
     */
    public Reading<NodeFacts> within(Members.Member member, Duration most) {
        NodeRef node = member.node();
        String id = "facts/" + node + "/" + UUID.randomUUID();
        runs.start(
                Runs.Start.brief("FactsLook", id, "the facts of " + node, most),
                node,
                member.fleet().name(),
                member.fleet().taskQueue());
        if (!runs.taken(id)) {
            throw ApiException.away("no worker took the request in time", "start one: slipway worker");
        }
        Optional<FactsRef> ref;
        try {
            ref = runs.result(id, FactsRef.class, Math.toIntExact(most.toSeconds()));
        } catch (ApiException failed) {
            return Reading.unknown(failed.what());
        }
        return ref.map(this::read)
                .orElseGet(() -> Reading.unknown(
                        "no facts of " + node + " within " + Durations.words(most) + ", see " + runs.linkOrName(id)));
    }

    private Reading<NodeFacts> read(FactsRef ref) {
        return Reading.of(installation
                .ledger()
                .facts()
                .byId(ref.id())
                .orElseThrow(() -> ApiException.away(
                        "the worker stored the facts of " + ref.node() + " in another ledger than the starter's",
                        "name one ledger in the slipway.yaml of both")));
    }

    /**
     * Returns whether the node, or else its BMC, answers a worker: for a node that gave no facts. Empty if no worker
     * could check.
     */
    public Optional<Reached> reached(Members.Member member) {
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
}
