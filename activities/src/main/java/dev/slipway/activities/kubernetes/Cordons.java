package dev.slipway.activities.kubernetes;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Takeover;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Cordon marks written with the version that was read as precondition, and read back. */
final class Cordons {
    private static final int TRIES = 6;
    private static final Set<String> CONTROL_PLANE =
            Set.of("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master");

    private final InstantSource clock;

    Cordons(InstantSource clock) {
        this.clock = clock;
    }

    /** Describes one change of a Node object: empty if nothing is left to do. */
    private record Change(Optional<Boolean> unschedulable, Map<String, Optional<String>> annotations) {}

    CordonRecord cordon(ClusterApi api, Act act, boolean adopt) {
        Node node = change(api, act, seen -> cordoning(act, seen, adopt));
        CordonRecord mark = Marks.read(act.node(), node)
                .filter(found -> found.ownerToken().equals(act.token()))
                .orElseThrow(() -> FailureType.EXTERNAL_CHANGE.of(
                        "The cordon mark of " + act.node() + " was taken off while it was written"));
        if (Marks.schedulable(node)) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    act.node() + " carries our mark and is schedulable: somebody else put it back");
        }
        return mark.foreign()
                ? new CordonRecord(
                        mark.node(), mark.ownerToken(), mark.priorState(), ForeignCordon.of(node), true, mark.since())
                : mark;
    }

    private Optional<Change> cordoning(Act act, Node node, boolean adopt) {
        refuseControlPlane(act, node);
        Optional<CordonRecord> mark = Marks.read(act.node(), node);
        if (mark.isEmpty()) {
            return Optional.of(new Change(
                    Marks.schedulable(node) ? Optional.of(true) : Optional.empty(), Marks.of(act, found(act, node))));
        }
        if (mark.get().ownerToken().equals(act.token())) {
            return Optional.empty();
        }
        if (!adopt) {
            throw FailureType.GATE_CLOSED.of(act.node() + " is out of service by run "
                    + mark.get().ownerToken() + " since " + mark.get().since() + ": "
                    + Marks.annotation(node, Marks.HELD).orElse("no reason was written")
                    + ". Take it over: " + Takeover.command(act.runbook(), act.node()));
        }
        return Optional.of(new Change(Optional.of(true), Marks.of(act, mark.get())));
    }

    private static void refuseControlPlane(Act act, Node node) {
        Map<String, String> labels =
                Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of());
        if (controlPlane(labels)) {
            throw FailureType.GATE_CLOSED.of(act.node() + " runs the control plane and is never taken out");
        }
    }

    static boolean controlPlane(Map<String, String> labels) {
        return CONTROL_PLANE.stream().anyMatch(labels::containsKey);
    }

    /** Puts back what was found, under the mark that the record names. */
    void restore(ClusterApi api, Act act, CordonRecord found) {
        Node node = change(api, act, seen -> puttingBack(act, seen, found));
        if (Marks.annotation(node, Marks.OWNER).isPresent()) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    act.node() + " was marked by " + Marks.annotation(node, Marks.OWNER) + " while it was put back");
        }
    }

    private Optional<Change> puttingBack(Act act, Node node, CordonRecord found) {
        Optional<CordonRecord> mark = Marks.read(act.node(), node);
        if (mark.isEmpty() && readmitted(node).equals(act.token())) {
            return Optional.empty();
        }
        owned(act, node, found.ownerToken());
        if (Marks.annotation(node, OperandLabels.RECORD).isPresent()) {
            throw FailureType.GATE_CLOSED.of(act.node() + " is not put back while operands are paused on it: "
                    + OperandLabels.recorded(node).keySet());
        }
        return Optional.of(new Change(found.foreign() ? Optional.empty() : Optional.of(false), Marks.removed(act)));
    }

    /** Holds the node. A node without any mark is marked as ours first; another run's mark is left to it. */
    void hold(ClusterApi api, Act act, String reason) {
        String line = reason.length() > 1000 ? reason.substring(0, 1000) + "…" : reason;
        change(api, act, node -> {
            boolean marked = Marks.annotation(node, Marks.OWNER).isPresent();
            if (marked) {
                owned(act, node, act.token());
            }
            if (marked && Marks.annotation(node, Marks.HELD).equals(Optional.of(line)) && !Marks.schedulable(node)) {
                return Optional.empty();
            }
            Map<String, Optional<String>> notes = new HashMap<>(marked ? Map.of() : Marks.of(act, found(act, node)));
            notes.put(Marks.HELD, Optional.of(line));
            return Optional.of(new Change(Marks.schedulable(node) ? Optional.of(true) : Optional.empty(), notes));
        });
    }

    private CordonRecord found(Act act, Node node) {
        boolean schedulable = Marks.schedulable(node);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        String prior = schedulable ? Marks.SCHEDULABLE : Marks.UNSCHEDULABLE;
        return new CordonRecord(act.node(), act.token(), prior, "", !schedulable, now);
    }

    static String readmitted(Node node) {
        return Marks.annotation(node, Marks.READMITTED).orElse("");
    }

    private static void owned(Act act, Node node, String token) {
        String owner = Marks.annotation(node, Marks.OWNER).orElse("");
        if (!owner.equals(token)) {
            throw FailureType.EXTERNAL_CHANGE.of("The cordon of " + act.node() + " is not ours: "
                    + (owner.isEmpty() ? "it carries no mark" : "it is of run " + owner));
        }
    }

    /** Reads, changes under the version read, and reads back until nothing is left to change. */
    private static Node change(ClusterApi api, Act act, Function<Node, Optional<Change>> request) {
        String last = "";
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Node seen = api.node(act.node().name());
            Optional<Change> change = request.apply(seen);
            if (change.isEmpty()) {
                return seen;
            }
            ApiAnswer answer = api.patchNode(
                    seen, change.get().unschedulable(), change.get().annotations());
            if (!answer.success() && answer.code() != 409) {
                throw api.failure("patch node " + act.node().name(), answer.code(), answer.message());
            }
            last = answer.success() ? "the change was accepted and is not there" : answer.message();
        }
        throw FailureType.TRANSIENT.of("Could not change " + act.node() + " in " + TRIES + " tries: " + last);
    }
}
