package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.Machines;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.ClockSkew;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Reads parts of a node by the probe and stores nothing: which machine answers, its boot, and who computes on its GPUs.
 */
public record ProbedMachine(Probes probes, InstantSource clock) implements Machines, GpuHolders, NodeBoots {
    @Override
    public Reading<AnsweringMachine> answering(Act act) {
        try {
            ProbeAnswer answer = ProbeAnswer.of(probes.run(act.node(), act.t0(), AnsweringMachine.sections()));
            return AnsweringMachine.of(answer.facts(act.node(), clock.instant()), answer);
        } catch (ApplicationFailure silent) {
            FailureType.PART_AWAY.rethrow(silent);
            return Reading.unknown(silent.getOriginalMessage());
        }
    }

    @Override
    public Reading<List<Holder>> computing(Act act) {
        try {
            ProbeAnswer answer =
                    ProbeAnswer.of(probes.run(act.node(), act.t0(), ComputeProcesses.APPS, ComputeProcesses.HOLDERS));
            return ComputeProcesses.of(
                    Optional.ofNullable(answer.sections().get(ComputeProcesses.APPS)),
                    answer.facts(act.node(), clock.instant()).hardware().holders());
        } catch (ApplicationFailure silent) {
            FailureType.PART_AWAY.rethrow(silent);
            return Reading.unknown(silent.getOriginalMessage());
        }
    }

    /** Returns the boot; its start is measured by our own clock, not the node's. */
    @Override
    public Reading<NodeBoot> now(Act act) {
        try {
            Instant sent = clock.instant();
            ProbeAnswer answer =
                    ProbeAnswer.of(probes.run(act.node(), act.t0(), "collector", "clock", "boot-id", "boot-time"));
            NodeFacts read = answer.facts(act.node(), sent, clock.instant());
            Duration ahead = read.clockSkew().map(ClockSkew::ahead).orElse(Duration.ZERO);
            String id = answer.bootId();
            return id.isEmpty()
                    ? Reading.unknown("the node does not say its boot_id")
                    : read.details().bootedAt().map(since -> new NodeBoot(id, since.minus(ahead)));
        } catch (ApplicationFailure silent) {
            FailureType.PART_AWAY.rethrow(silent);
            return Reading.unknown(silent.getOriginalMessage());
        }
    }
}
