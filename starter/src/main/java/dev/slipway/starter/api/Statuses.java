package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.AlertRecords;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.rollout.CapacityView;
import dev.slipway.rollout.CapacityView.OutNodes;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        Staleness staleness = new Staleness(runs, installation.now().minus(FRESH), runs.temporalAnswers());
        List<Status.Fleet> heads = new ArrayList<>();
        List<Status.Row> rows = new ArrayList<>();
        for (FleetConfig fleet : fleets) {
            List<NodeNote> notes = installation.ledger().nodeRows().ofFleet(fleet.name());
            heads.add(head(fleet, notes, outByOthers(fleet, notes, staleness)));
            notes.forEach(note -> rows.add(row(note, staleness.of(note))));
            if (all) {
                rows.addAll(quiet(fleet, notes));
            }
        }
        return new Status(staleness.away() ? Status.AWAY : "answers", heads, rows, proposals());
    }

    /** Returns the row of one node. */
    public Optional<Status.Row> of(NodeRef node) {
        Staleness staleness = new Staleness(runs, installation.now(), true);
        return installation.ledger().nodeRows().of(node).map(note -> row(note, staleness.of(note)));
    }

    /**
     * Returns the nodes of a fleet that somebody else has taken out, as its capacity budget last read them; those that
     * a row of ours explains are ours. Unknown while the budget has received no request, or does not answer.
     */
    private Reading<OutNodes> outByOthers(FleetConfig fleet, List<NodeNote> notes, Staleness temporal) {
        Reading<OutNodes> out = temporal.ask(() -> runs.query("capacity/" + fleet.domain(), "view", CapacityView.class))
                .map(CapacityView::outWithoutGrant)
                .orElseGet(() -> Reading.unknown(
                        temporal.away()
                                ? "Temporal does not answer"
                                : "no run has asked the capacity budget yet, or no worker answers"));
        Set<String> ours = notes.stream()
                .filter(note -> note.state() != NodeState.IN_SERVICE)
                .map(note -> note.node().name())
                .collect(Collectors.toSet());
        return out.map(nodes -> nodes.without(ours));
    }

    private Status.Fleet head(FleetConfig fleet, List<NodeNote> notes, Reading<OutNodes> others) {
        int members = Math.max(fleet.members().size(), notes.size());
        int held = count(notes, state -> state == NodeState.HELD);
        int running = count(notes, state -> state != NodeState.HELD && state != NodeState.IN_SERVICE);
        CapacityLimit limit = installation.config().policyOf(fleet).capacityLimit();
        Optional<OutNodes> out = others.value();
        return new Status.Fleet(
                fleet.name(),
                fleet.cluster(),
                members,
                out.map(nodes -> Math.max(
                                0, members - running - held - nodes.nodes().size()))
                        .orElse(null),
                running,
                held,
                out.map(nodes -> nodes.nodes().size()).orElse(null),
                out.map(nodes -> nodes.readAt().toString()).orElse(""),
                others.error(),
                limit.of(members),
                count(notes, Statuses::out),
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
            case DECISION ->
                "slipway " + (aboutLines(note) ? "accept " : "retry ") + name + " --reason … (or rollback, hold)";
            case HELD -> "slipway node show " + name;
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
