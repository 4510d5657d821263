package dev.slipway.worker;

import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.facts.Probe;
import dev.slipway.model.Act;
import dev.slipway.model.ClockSkew;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The running boot of a node, by the probe, and since when it runs by our own clock, whatever the node's shows. */
record ProbedBoots(NodeFactsReader facts, InstantSource clock) implements NodeBoots {

    @Override
    public Reading<NodeBoot> now(Act act) {
        try {
            Instant sent = clock.instant();
            byte[] answer = facts.run(act.node(), act.t0(), "collector", "clock", "boot-id", "boot-time");
            NodeFacts read = Probe.parse(act.node(), sent, clock.instant(), answer);
            Duration ahead = read.clockSkew().map(ClockSkew::ahead).orElse(Duration.ZERO);
            String id = Probe.bootId(answer);
            return id.isEmpty()
                    ? Reading.unknown("the node does not say its boot_id")
                    : read.details().bootedAt().map(since -> new NodeBoot(id, since.minus(ahead)));
        } catch (ApplicationFailure silent) {
            FailureType.PART_AWAY.rethrow(silent);
            return Reading.unknown(silent.getOriginalMessage());
        }
    }
}
