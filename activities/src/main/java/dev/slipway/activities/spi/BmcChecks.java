package dev.slipway.activities.spi;

import dev.slipway.model.CheckResult;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.util.List;
import java.util.Optional;

/** Asks the BMCs of nodes whether they answer and could bring their nodes back. Changes nothing. */
public interface BmcChecks { // seam: readers of nodes also check their BMCs, and know no protocol of theirs
    /** Returns one line per BMC that these nodes have, {@code part} and the node before it. Empty if none has one. */
    List<CheckResult> check(String part, List<NodeRef> nodes);

    /**
     * Returns whether the BMC of a node answers, by one login: one that refuses the login answers. Unknown if the node
     * has none, if something of ours is missing, and if its protocol does not distinguish silence from refusal.
     */
    Reading<Boolean> answers(NodeRef node);

    /** Returns the same for a person, after the reason why a node could not be read; empty if the node has no BMC. */
    Optional<String> besides(NodeRef node);
}
