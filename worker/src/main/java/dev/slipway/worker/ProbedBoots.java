package dev.slipway.worker;

import dev.slipway.activities.slurm.NodeBoots;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.facts.Probe;
import dev.slipway.facts.Section;
import dev.slipway.model.Act;
import dev.slipway.model.Reading;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.Optional;

/** The running boot of a node, by the probe. */
record ProbedBoots(NodeFactsReader facts) implements NodeBoots {

    @Override
    public Reading<NodeBoot> now(Act act) {
        try {
            byte[] answer = facts.run(act.node(), act.t0(), "boot-id", "boot-time");
            Optional<String> id = Optional.ofNullable(Probe.sections(answer).get("boot-id"))
                    .filter(Section::ok)
                    .map(section -> section.text().strip())
                    .filter(text -> !text.isEmpty());
            return id.isEmpty()
                    ? Reading.unknown("the node does not say its boot_id")
                    : Probe.parse(act.node(), Instant.EPOCH, answer)
                            .details()
                            .bootedAt()
                            .map(since -> new NodeBoot(id.get(), since));
        } catch (ApplicationFailure silent) {
            return Reading.unknown(silent.getOriginalMessage());
        }
    }
}
