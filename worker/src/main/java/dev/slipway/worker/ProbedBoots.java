package dev.slipway.worker;

import dev.slipway.activities.guard.NodeBoots;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.facts.Probe;
import dev.slipway.model.Act;
import dev.slipway.model.Reading;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;

/** The running boot of a node, by the probe. */
record ProbedBoots(NodeFactsReader facts) implements NodeBoots {

    @Override
    public Reading<NodeBoot> now(Act act) {
        try {
            byte[] answer = facts.run(act.node(), act.t0(), "boot-id", "boot-time");
            String id = Probe.bootId(answer);
            return id.isEmpty()
                    ? Reading.unknown("the node does not say its boot_id")
                    : Probe.parse(act.node(), Instant.EPOCH, answer)
                            .details()
                            .bootedAt()
                            .map(since -> new NodeBoot(id, since));
        } catch (ApplicationFailure silent) {
            return Reading.unknown(silent.getOriginalMessage());
        }
    }
}
