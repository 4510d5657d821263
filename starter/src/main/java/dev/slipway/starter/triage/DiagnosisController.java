package dev.slipway.starter.triage;

import dev.slipway.rules.triage.Symptom;
import dev.slipway.starter.api.ApiException;
import dev.slipway.starter.api.Members;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.Diagnosis;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.Arrays;
import java.util.EnumSet;
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
    private final Members members;
    private final Triage triage;

    DiagnosisController(Members members, Triage triage) {
        this.members = members;
        this.triage = triage;
    }

    @Operation(summary = "Which runbook a node needs by the facts that were last stored")
    @ApiResponse(responseCode = "200", description = "The first row that fits, and all that could not be judged.")
    @GetMapping("/api/v1/nodes/{cluster}/{node}/diagnosis")
    Diagnosis stored(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @Parameter(description = Described.SYMPTOMS) @RequestParam(defaultValue = "") String symptoms) {
        Members.Member member = members.find(cluster, node);
        return triage.stored(member, words(symptoms))
                .orElseThrow(() -> ApiException.unknown(
                        "no facts of " + member.node() + " are stored: it has not been read yet",
                        "read it now: slipway diagnose --node " + member.node()));
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
        return triage.fresh(member, words);
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
