package dev.slipway.starter.api;

import dev.slipway.ledger.NodePins;
import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.Reached;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.Symptom;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.Diagnosis;
import dev.slipway.starter.view.DiagnosisSheet;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves where a node leads by what is known about it. It changes nothing. */
@RestController
final class DiagnosisController {
    /** Limits how much of a board's past is read. Two reboots for one XID count however far apart they are. */
    private static final Duration PAST = Duration.ofDays(365);

    private final Installation installation;
    private final Members members;
    private final FactsReads reads;

    DiagnosisController(Installation installation, Members members, FactsReads reads) {
        this.installation = installation;
        this.members = members;
        this.reads = reads;
    }

    @Operation(summary = "Which runbook a node needs by the facts that were last stored")
    @ApiResponse(responseCode = "200", description = "The first row that fits, and all that could not be judged.")
    @GetMapping("/api/v1/nodes/{cluster}/{node}/diagnosis")
    Diagnosis stored(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @Parameter(description = Described.SYMPTOMS) @RequestParam(defaultValue = "") String symptoms) {
        Members.Member member = members.find(cluster, node);
        NodeFacts facts = reads.stored(member.node())
                .orElseThrow(() -> ApiException.unknown(
                        "no facts of " + member.node() + " are stored: it has not been read yet",
                        "read it now: slipway diagnose --node " + member.node()));
        return answer(signals(member, facts, RoutingInput.Outside.of(words(symptoms))));
    }

    @Operation(summary = "Read a node now, through a worker, and name the runbook that it needs; changes nothing")
    @ApiResponse(
            responseCode = "200",
            description = "The first row that fits, and all that could not be judged;"
                    + " 503 where no worker or no node answers in time.")
    @PostMapping("/api/v1/nodes/{cluster}/{node}/diagnosis")
    Diagnosis fresh(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @Parameter(description = Described.SYMPTOMS) @RequestParam(defaultValue = "") String symptoms) {
        Members.Member member = members.find(cluster, node);
        // A word that is none is refused before a node is read for it.
        Set<Symptom> words = words(symptoms);
        return answer(signals(member, words));
    }

    /** A node that gives no facts has a row too, where neither it nor its BMC answers. */
    private RoutingInput signals(Members.Member member, Set<Symptom> symptoms) {
        try {
            return signals(member, reads.fresh(member), RoutingInput.Outside.of(symptoms));
        } catch (ApiException failed) {
            Reached reached = reads.reached(member).filter(said -> !said.node()).orElseThrow(() -> failed);
            NodeFacts none = NodeFacts.unread(member.node(), installation.now(), reached.said());
            return signals(member, none, RoutingInput.Outside.of(symptoms).withBmc(reached.bmc()));
        }
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

    private static Set<Symptom> words(String symptoms) {
        Set<Symptom> words = EnumSet.noneOf(Symptom.class);
        for (String word : symptoms.split(",", -1)) {
            if (!word.isBlank()) {
                words.add(Symptom.of(word.strip())
                        .orElseThrow(() -> ApiException.badRequest(
                                "'" + word + "' is not a symptom",
                                "one of: "
                                        + Arrays.stream(Symptom.values())
                                                .map(Symptom::word)
                                                .collect(Collectors.joining(", ")))));
            }
        }
        return words;
    }
}
