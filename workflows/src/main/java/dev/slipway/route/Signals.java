package dev.slipway.route;

import dev.slipway.model.Baseline;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.KernelEvent;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that a node is judged by. XIDs count from {@code since} on, a recorded instant such as a run's T0; those of an
 * earlier boot never count. {@code past} are the kept events of the node's GPUs, wherever those were.
 */
public record Signals(
        NodeFacts facts, Optional<Baseline> goal, Outside outside, Reading<List<GpuEvent>> past, XidPolicy policy) {
    private static final String NOT_ASKED = "nobody asked";

    /** What does not come out of the node: whether its BMC answers, a diag, and words of alerts and people. */
    public record Outside(
            Optional<Instant> since, Reading<Boolean> bmcAnswers, Optional<DcgmVerdict> dcgm, Set<Symptom> symptoms) {

        /** Nothing but the node itself was asked. */
        public static Outside none() {
            return of(Set.of());
        }

        /** Only these words are known. */
        public static Outside of(Set<Symptom> symptoms) {
            return new Outside(Optional.empty(), Reading.unknown(NOT_ASKED), Optional.empty(), Set.copyOf(symptoms));
        }

        /** The same, with XIDs counted from {@code from} on. */
        public Outside since(Instant from) {
            return new Outside(Optional.of(from), bmcAnswers, dcgm, symptoms);
        }

        /** The same with what a diag said. */
        public Outside with(DcgmVerdict verdict) {
            return new Outside(since, bmcAnswers, Optional.of(verdict), symptoms);
        }

        /** The same with whether the node's BMC answers. */
        public Outside withBmc(Reading<Boolean> answers) {
            return new Outside(since, answers, dcgm, symptoms);
        }
    }

    /** Facts beside a baseline, and nothing else. */
    public static Signals of(NodeFacts facts, Baseline goal) {
        return new Signals(
                facts, Optional.of(goal), Outside.none(), Reading.unknown("no ledger was asked"), XidPolicy.NONE);
    }

    /** The same with what does not come out of the node. */
    public Signals with(Outside known) {
        return new Signals(facts, goal, known, past, policy);
    }

    /** The same with the kept events of its GPUs. */
    public Signals with(List<GpuEvent> events) {
        return new Signals(facts, goal, outside, Reading.of(List.copyOf(events)), policy);
    }

    /** The same under the site's own rule. */
    public Signals with(XidPolicy site) {
        return new Signals(facts, goal, outside, past, site);
    }

    /**
     * From when on XIDs count: the later of the given instant and the node's last boot; empty where neither is known.
     */
    public Optional<Instant> counted() {
        Optional<Instant> boot = facts.details().bootedAt().value();
        Optional<Instant> asked =
                outside.since().or(() -> facts.details().collected().value().map(c -> c.t0()));
        return boot.flatMap(b -> asked.map(a -> a.isAfter(b) ? a : b))
                .or(() -> boot)
                .or(() -> asked);
    }

    /** The XIDs and failures of the kernel's log that count. */
    Reading<List<KernelEvent>> events() {
        Optional<Instant> since = counted();
        return facts.kernelEvents()
                .map(all -> all.stream()
                        .filter(event ->
                                since.map(from -> !event.at().isBefore(from)).orElse(true))
                        .toList());
    }
}
