package dev.slipway.ledger;

import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Field;
import dev.slipway.model.GateResult;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.Who;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.node.VerificationRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records as the system would write them. */
final class Samples {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456Z");
    static final NodeRef N1 = new NodeRef("alpha", "n1");
    static final NodeRef N2 = new NodeRef("alpha", "n2");
    static final Who ANNA = new Who("operator", "ticket 7");
    static final BaselineRef GOAL = new BaselineRef("r570-133", "aaaa");

    private Samples() {}

    static NodeNote note(NodeRef node, NodeState state, Instant at) {
        return new NodeNote(
                node,
                "fleet",
                "image-drift",
                state,
                "cordon",
                "because",
                node.workflowId(),
                "run",
                at,
                Optional.of("D3"));
    }

    static Act act(NodeRef node, String token) {
        return new Act(
                node, "fleet", token, node.workflowId(), "image-drift", Step.EVIDENCE, 1, Optional.empty(), NOON);
    }

    /** An act as a dry run makes it: it reads the node under an id of its own. */
    static Act dryRun(NodeRef node) {
        String id = "dry-run/" + node + "/1";
        return new Act(node, "fleet", "t", id, "image-drift", Step.FACTS, 1, Optional.empty(), NOON);
    }

    static CordonRecord cordon(NodeRef node, String token) {
        return new CordonRecord(node, token, "schedulable", "", false, NOON);
    }

    static Trigger trigger(NodeRef node) {
        NodePolicy policy = new NodePolicy(
                Duration.ofHours(2),
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                true,
                Duration.ofHours(4),
                2,
                NodePolicy.ConvergeBy.PACKAGES,
                List.of());
        return new Trigger(
                node,
                "fleet",
                Reason.ROLLOUT,
                ANNA,
                GOAL,
                Optional.empty(),
                policy,
                new Trigger.Options(false, Optional.of("change"), "alpha/fleet", Optional.empty()),
                Optional.empty());
    }

    static VerificationRecord verification(NodeRef node, String token, String bootId, Instant at) {
        return new VerificationRecord(
                node, token, GOAL, bootId, "facts", List.of(new GateResult("G5", Verdict.PASS, "clean")), at);
    }

    static NodeOutcome outcome(NodeRef node, Outcome outcome, Instant ended) {
        return new NodeOutcome(
                node, outcome, "", "D3", List.of("driver"), List.of("image-drift"), NOON, ended, "", false);
    }

    static Baseline baseline() {
        return new Baseline(
                GOAL.id(),
                Optional.of("r570-124"),
                new Baseline.Provenance("uncommitted", "platform", "2026-01-12"),
                new Baseline.Profile("HGX-H100-8", 8, "NVIDIA H100 80GB HBM3", "local", 18, false),
                Map.of(Field.DRIVER_VERSION, "570.133.20"),
                Map.of("libnccl2", "2.27.3-1+cuda12.9"),
                List.of("libnccl2"),
                Optional.of(new RuntimeSettings("Enabled", "Default", "700", "1593,1980", "Enabled", "Disabled")),
                Baseline.GateProfile.of(400.0, List.of(), List.of("nvidia-dcgm"), 2, false),
                List.of());
    }

    /** Facts of which hardly anything could be read. */
    static NodeFacts unreadableFacts(NodeRef node) {
        String reason = "the answer was cut off";
        return new NodeFacts(
                node,
                NOON,
                Reading.unknown(reason),
                Reading.unknown(reason),
                new NodeFacts.Hardware(
                        Reading.of(8), Reading.of(List.of()), Reading.unknown(reason), Reading.unknown(reason)),
                new NodeFacts.Software(
                        Map.of(Field.KERNEL, Reading.of("6.8.0-60-generic"), Field.NCCL, Reading.unknown(reason)),
                        Reading.of(List.of()),
                        Reading.of(List.of()),
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Reading.of(Map.of("nvidia-dcgm", "active")),
                        Reading.of(List.of("nvidia"))),
                Reading.unknown(reason),
                Reading.of(List.of()));
    }
}
