package dev.slipway.starter.triage;

import dev.slipway.ledger.NodePins;
import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Reached;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.Symptom;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.ApiException;
import dev.slipway.starter.api.FactsReads;
import dev.slipway.starter.api.Members;
import dev.slipway.starter.client.Diagnosis;
import dev.slipway.starter.view.DiagnosisSheet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Applies the triage table to a node, by facts that are stored or are read now. It changes nothing. */
@Component
public final class Triage {
    /** Limits how much of a board's past is read. Two reboots for one XID count however far apart they are. */
    private static final Duration PAST = Duration.ofDays(365);

    private final Installation installation;
    private final FactsReads reads;

    Triage(Installation installation, FactsReads reads) {
        this.installation = installation;
        this.reads = reads;
    }

    /** Returns the diagnosis by the facts that were stored last; empty if the node was never read. */
    Optional<Diagnosis> stored(Members.Member member, Set<Symptom> symptoms) {
        return reads.stored(member.node())
                .map(facts -> answer(signals(member, facts, RoutingInput.Outside.of(symptoms))));
    }

    /**
     * Reads the node now, through a worker, and returns its diagnosis. A node that gives no facts has a row too, where
     * neither it nor its BMC answers. Refuses if no worker or no node answers in time.
     */
    Diagnosis fresh(Members.Member member, Set<Symptom> symptoms) {
        RoutingInput.Outside outside = RoutingInput.Outside.of(symptoms);
        try {
            return answer(signals(member, reads.fresh(member), outside));
        } catch (ApiException failed) {
            Reached reached = reads.reached(member).filter(said -> !said.node()).orElseThrow(() -> failed);
            NodeFacts none = NodeFacts.unread(member.node(), installation.now(), reached.said());
            return answer(signals(member, none, outside.withBmc(reached.bmc())));
        }
    }

    /** Holds a diagnosis, and whether it is another one without the XIDs that an alert names. */
    public record Triaged(Diagnosis diagnosis, boolean byAlertAlone) {}

    /**
     * Reads the node now, and returns its diagnosis, or why the node gave no facts within {@code most}; {@code alerted}
     * are the XIDs that an alert names. Refuses only if no worker takes the request.
     */
    public Reading<Triaged> within(Members.Member member, Duration most, List<XidEvent> alerted) {
        return reads.within(member, most).map(facts -> {
            RoutingInput.Outside none = RoutingInput.Outside.none();
            Diagnosis ofTheNode = answer(signals(member, facts, none));
            if (alerted.isEmpty()) {
                return new Triaged(ofTheNode, false);
            }
            Diagnosis found = answer(signals(member, facts, none.alerted(alerted)));
            return new Triaged(found, !found.row().equals(ofTheNode.row()));
        });
    }

    private RoutingInput signals(Members.Member member, NodeFacts facts, RoutingInput.Outside outside) {
        return new RoutingInput(
                facts,
                goal(member),
                outside,
                Reading.of(past(facts)),
                installation.config().policyOf(member.fleet()).xidPolicy());
    }

    private Diagnosis answer(RoutingInput routingInput) {
        DecisionTable.History history = installation
                .ledger()
                .history(routingInput.facts(), installation.config().unbuildable());
        return DiagnosisSheet.of(routingInput, history);
    }

    /** Returns the node's own pin if it has one, else its fleet's baseline. */
    private Optional<Baseline> goal(Members.Member member) {
        return installation
                .ledger()
                .nodePins()
                .holding(member.node(), installation.config().ref(member.fleet().baseline()))
                .map(NodePins.Pin::baseline)
                .flatMap(ref -> installation.ledger().baselines().of(ref))
                .or(() -> installation.config().baseline(member.fleet().baseline()));
    }

    private List<GpuEvent> past(NodeFacts facts) {
        Instant since = facts.collectedAt().minus(PAST);
        return facts.hardware().gpus().or(List.of()).stream()
                .map(Gpu::serial)
                .distinct()
                .flatMap(serial -> installation.ledger().gpuHistory().of(serial, since).stream())
                .toList();
    }
}
