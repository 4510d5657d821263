package dev.slipway.rules.triage;

import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.XidEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds everything by which a node is judged. XIDs count from {@code since} on, a recorded instant such as a run's T0;
 * those of an earlier boot never count. {@code past} are the stored events of the node's GPUs, in any node.
 */
public record RoutingInput(
        NodeFacts facts, Optional<Baseline> goal, Outside outside, Reading<List<GpuEvent>> past, XidPolicy policy) {
    private static final String NOT_ASKED = "it was not requested";

    /**
     * Holds what does not come from the node: whether its BMC answers, a diag, words of alerts and people, and the XIDs
     * that an alert names.
     */
    public record Outside(
            Optional<Instant> since,
            Reading<Boolean> bmcAnswers,
            Optional<DcgmVerdict> dcgm,
            Set<Symptom> symptoms,
            List<XidEvent> alerted) {

        /** Returns the input without any other source than the node. */
        public static Outside none() {
            return of(Set.of());
        }

        /** Returns an input in which only these words are known. */
        public static Outside of(Set<Symptom> symptoms) {
            return new Outside(
                    Optional.empty(), Reading.unknown(NOT_ASKED), Optional.empty(), Set.copyOf(symptoms), List.of());
        }

        /** Returns the same, with XIDs counted from {@code from} on. */
        public Outside since(Instant from) {
            return new Outside(Optional.of(from), bmcAnswers, dcgm, symptoms, alerted);
        }

        /** Returns the same with the result of a diag. */
        public Outside with(DcgmVerdict verdict) {
            return new Outside(since, bmcAnswers, Optional.of(verdict), symptoms, alerted);
        }

        /** Returns the same with whether the node's BMC answers. */
        public Outside withBmc(Reading<Boolean> answers) {
            return new Outside(since, answers, dcgm, symptoms, alerted);
        }

        /** Returns the same with XIDs that an alert names; they count beside those of the node's own log. */
        public Outside alerted(List<XidEvent> named) {
            return new Outside(since, bmcAnswers, dcgm, symptoms, List.copyOf(named));
        }
    }

    /** Returns facts beside a baseline, and nothing else. */
    public static RoutingInput of(NodeFacts facts, Baseline goal) {
        return new RoutingInput(
                facts, Optional.of(goal), Outside.none(), Reading.unknown("no ledger was asked"), XidPolicy.NONE);
    }

    /** Returns the same with what does not come from the node. */
    public RoutingInput with(Outside known) {
        return new RoutingInput(facts, goal, known, past, policy);
    }

    /** Returns the same with the stored events of its GPUs. */
    public RoutingInput with(List<GpuEvent> events) {
        return new RoutingInput(facts, goal, outside, Reading.of(List.copyOf(events)), policy);
    }

    /** Returns the same under the site's own rule. */
    public RoutingInput with(XidPolicy site) {
        return new RoutingInput(facts, goal, outside, past, site);
    }

    /**
     * Returns from when on XIDs count: the later of the given instant and the node's last boot; empty if neither is
     * known.
     */
    public Optional<Instant> counted() {
        Optional<Instant> boot = facts.details().bootedAt().value();
        Optional<Instant> asked =
                outside.since().or(() -> facts.details().collected().value().map(c -> c.t0()));
        return boot.flatMap(b -> asked.map(a -> a.isAfter(b) ? a : b))
                .or(() -> boot)
                .or(() -> asked);
    }

    /** Returns the XIDs and failures of the kernel's log that count. */
    Reading<List<XidEvent>> events() {
        Optional<Instant> since = counted();
        return facts.kernelEvents()
                .map(all -> all.stream()
                        .filter(event ->
                                since.map(from -> !event.at().isBefore(from)).orElse(true))
                        .toList());
    }

    /**
     * Returns the XIDs that an alert names, since the node's boot, and that are not among {@link #events}. An alert
     * that does not say which GPU it is about is about any GPU with that XID.
     */
    List<XidEvent> alerted() {
        Optional<Instant> boot = facts.details().bootedAt().value();
        List<XidEvent> logged = events().or(List.of());
        return outside.alerted().stream()
                .filter(named -> boot.map(from -> !named.at().isBefore(from)).orElse(true))
                .filter(named -> logged.stream()
                        .noneMatch(event -> !event.nvswitch()
                                && event.code() == named.code()
                                && (named.bdf().isEmpty() || event.bdf().equals(named.bdf()))))
                .toList();
    }
}
