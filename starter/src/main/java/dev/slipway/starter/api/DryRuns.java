package dev.slipway.starter.api;

import dev.slipway.model.Who;
import java.util.List;
import org.springframework.stereotype.Component;

/** Says what a run would do. */
@Component
final class DryRuns {

    /** The row that a node matches now, and what a run would do about it. Changes nothing. */
    Dry of(Members.Member member, String runbook, Who who) {
        throw Refused.notNow("dry runs need a drift check", "slipway drift check");
    }

    /** What a run would do. */
    record Dry(
            String cluster,
            String node,
            String runbook,
            String goal,
            String row,
            String title,
            List<String> differences,
            List<String> plan,
            List<String> commands) {}
}
