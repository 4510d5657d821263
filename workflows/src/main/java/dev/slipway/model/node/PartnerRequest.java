package dev.slipway.model.node;

import dev.slipway.model.BaselineRef;
import java.time.Duration;
import java.util.Optional;

/** Requests an idle node for one two-node test: for whom, in whose capacity domain, and for how long at most. */
public record PartnerRequest(
        NodeRef partner,
        String fleet,
        String domain,
        String borrower,
        BaselineRef baseline,
        Duration within,
        NodePolicy policy,
        Optional<String> taskQueue) {}
