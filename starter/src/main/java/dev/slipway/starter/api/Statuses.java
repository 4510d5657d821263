package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.ledger.AlertRecords;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.rollout.CapacityView;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Makes the status out of the ledger's rows, so that it is there also while Temporal is away. */
@Component
public final class Statuses {
    private static final Duration FRESH = Duration.ofMinutes(2);
    private static final Duration PROPOSED_FOR = Duration.ofDays(1);

    private final Installation installation;
    private final Runs runs;

    Statuses(Installation installation, Runs runs) {
        this.installation = installation;
        this.runs = runs;
    }

    /** Returns the status of some fleets; {@code all} adds members in service that never had a run. */
    public Status of(Collection<FleetConfig> fleets, boolean all) {
        Staleness staleness = new Staleness(runs, installation.now().minus(FRESH));
        List<Status.Fleet> heads = new ArrayList<>();
        List<Status.Row> rows = new ArrayList<>();
        for (FleetConfig fleet : fleets) {
            List<NodeNote> notes = installation.ledger().nodeRows().ofFleet(fleet.name());
            heads.add(head(fleet, notes));
            notes.forEach(note -> rows.add(row(note, staleness.of(note))));
            if (all) {
                rows.addAll(quiet(fleet, notes));
            }
        }
        return new Status(staleness.temporal(), heads, rows, proposals());
    }

    /** Returns the row of one node. */
    public Optional<Status.Row> of(NodeRef node) {
        Staleness staleness = new Staleness(runs, installation.now());
        return installation.ledger().nodeRows().of(node).map(note -> row(note, staleness.of(note)));
    }

    /**
     * Returns how many nodes of a fleet somebody else has taken out, as its capacity budget last saw them: 0 while the
     * budget has not received any request, or does not answer.
     */
    private int outByOthers(FleetConfig fleet) {
        try {
            return runs.query("capacity/" + fleet.domain(), "view", CapacityView.class)
                    .flatMap(view -> view.outWithoutGrant().value())
                    .map(out -> out.nodes().size())
                    .orElse(0);
        } catch (RuntimeException e) {
            if (!TemporalConnection.failed(e)) {
                throw e;
            }
            return 0;
        }
    }

    private Status.Fleet head(FleetConfig fleet, List<NodeNote> notes) {
        int members = Math.max(fleet.members().size(), notes.size());
        int held = count(notes, state -> state == NodeState.HELD);
        int running = count(notes, state -> state != NodeState.HELD && state != NodeState.IN_SERVICE);
        int used = count(notes, Statuses::out);
        int outByOthers = outByOthers(fleet);
        CapacityLimit limit = installation.config().policyOf(fleet).capacityLimit();
        return new Status.Fleet(
                fleet.name(),
                fleet.cluster(),
                members,
                Math.max(0, members - running - held - outByOthers),
                running,
                held,
                outByOthers,
                limit.of(members),
                used,
                installation
                        .ledger()
                        .freezes()
                        .of(fleet.name())
                        .map(f -> (f.heat() ? "for heat, " : "") + f.who())
                        .orElse(""));
    }

    private Status.Row row(NodeNote note, boolean stale) {
        return new Status.Row(
                note.node().cluster(),
                note.node().name(),
                note.fleet(),
                note.runbook(),
                note.state().word(),
                note.step(),
                note.at().toString(),
                note.why(),
                note.row().orElse(""),
                note.workflowId(),
                note.workflowId().isBlank() ? "" : runs.link(note.workflowId(), note.runId()),
                stale,
                next(note));
    }

    private static List<Status.Row> quiet(FleetConfig fleet, List<NodeNote> notes) {
        Map<String, NodeNote> noted =
                notes.stream().collect(Collectors.toMap(n -> n.node().name(), Function.identity(), (a, b) -> a));
        return fleet.members().stream()
                .filter(node -> !noted.containsKey(node.name()))
                .map(node -> new Status.Row(
                        node.cluster(),
                        node.name(),
                        fleet.name(),
                        "",
                        NodeState.IN_SERVICE.word(),
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        false,
                        ""))
                .toList();
    }

    private List<Status.Proposal> proposals() {
        Instant since = installation.now().minus(PROPOSED_FOR);
        return installation.ledger().alerts().in(AlertRecords.State.PROPOSED, since).stream()
                .flatMap(alert -> alert.node().stream()
                        .map(node -> new Status.Proposal(
                                node.cluster(),
                                node.name(),
                                alert.name(),
                                alert.receivedAt().toString(),
                                alert.detail())))
                .toList();
    }

    private static String next(NodeNote note) {
        String name = note.node().name();
        return switch (note.state()) {
            case DECISION -> "slipway " + (aboutLines(note) ? "accept " : "retry ") + name + " | rollback | hold";
            case HELD -> "slipway node show " + name + " | run RUNBOOK --adopt | node release";
            default -> "";
        };
    }

    /** A person is asked about lines of the driver: there is nothing to try again. */
    private static boolean aboutLines(NodeNote note) {
        return note.step().equals("unknown-lines");
    }

    private static boolean out(NodeState state) {
        return state != NodeState.IN_SERVICE && state != NodeState.WAITING && state != NodeState.READMITTED;
    }

    private static int count(List<NodeNote> notes, java.util.function.Predicate<NodeState> wanted) {
        return (int) notes.stream().map(NodeNote::state).filter(wanted).count();
    }
}
