package dev.slipway.activities.spi;

import dev.slipway.model.Look;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import java.util.List;
import java.util.Optional;

/** Asks the BMCs of nodes whether they answer and could bring their nodes back. Changes nothing. */
public interface BmcChecks { // seam: who reads nodes asks their BMCs too, and knows no protocol of theirs
    /** One line per BMC that these nodes have, {@code part} and the node before it. Empty where none has one. */
    List<Look> look(String part, List<NodeRef> nodes);

    /**
     * Whether the BMC of a node answers, by one login: one that refuses us answers. Unknown where the node has none,
     * where what is missing is ours, and where its protocol does not tell silence from refusal.
     */
    Reading<Boolean> answers(NodeRef node);

    /** The same for a person, behind why a node could not be read; empty where the node has no BMC. */
    Optional<String> besides(NodeRef node);
}
