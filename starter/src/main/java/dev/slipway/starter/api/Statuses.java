package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.AlertRecords;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.states.FleetNodes;
import dev.slipway.starter.api.states.NodeRow;
import dev.slipway.starter.api.states.Staleness;
import dev.slipway.starter.client.LastDriftCheck;
import dev.slipway.starter.client.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Makes the status out of the ledger's rows, so that it is there also while Temporal is away. */
@Component
public final class Statuses {
    private static final Duration FRESH = Duration.ofMinutes(2);
    private static final Duration PROPOSED_FOR = Duration.ofDays(1);

    private final Installation installation;
    private final Members members;
    private final Runs runs;

    public Statuses(Installation installation, Members members, Runs runs) {
        this.installation = installation;
        this.members = members;
        this.runs = runs;
    }

    /** Returns the status of some fleets; {@code all} adds members in service that never had a run. */
    public Status of(Collection<FleetConfig> fleets, boolean all) {
        Staleness staleness = new Staleness(runs, installation.now().minus(FRESH), runs.temporalAnswers());
        List<NodeNote> notes = installation.ledger().nodeRows().all();
        List<Status.Fleet> heads = new ArrayList<>();
        List<Status.Row> rows = new ArrayList<>();
        for (FleetConfig fleet : fleets) {
            FleetNodes nodes = new FleetNodes(access(), fleet, notes, staleness);
            List<Status.Row> every = nodes.all();
            heads.add(head(fleet, nodes, every));
            every.stream().filter(row -> all || nodes.shows(row)).forEach(rows::add);
        }
        if (fleets.size() == installation.config().fleets().size()) {
            notes.stream()
                    .filter(this::withoutFleet)
                    .map(new NodeRow(runs)::gone)
                    .forEach(rows::add);
        }
        List<String> names = fleets.stream().map(FleetConfig::name).toList();
        RolloutStates rollouts = new RolloutStates(installation, runs);
        List<Status.Waiting> waiting =
                staleness.ask(() -> Optional.of(rollouts.waiting(names))).orElse(List.of());
        return new Status(
                staleness.away() ? Status.AWAY : Status.ANSWERS,
                heads,
                rows,
                staleness.uncompared(),
                proposals(),
                waiting);
    }

    /** Returns the row of one node, as the status has it. */
    public Status.Row of(Members.Member member) {
        NodeRef node = member.node();
        List<NodeNote> note =
                installation.ledger().nodeRows().of(node).map(List::of).orElse(List.of());
        Staleness staleness = new Staleness(runs, installation.now(), runs.temporalAnswers());
        return new FleetNodes(access(), member.fleet(), note, staleness).of(node.name());
    }

    private Access access() {
        return new Access(installation, members, runs);
    }

    private boolean withoutFleet(NodeNote note) {
        return note.state() != NodeState.IN_SERVICE
                && installation.config().fleet(note.fleet()).isEmpty()
                && !NodeRow.listed(installation.config(), note.node());
    }

    private Status.Fleet head(FleetConfig fleet, FleetNodes nodes, List<Status.Row> rows) {
        boolean known = nodes.unknown().isEmpty();
        RosterReadings.Roster last = nodes.last();
        RosterReadings.Failure failure = nodes.failure();
        CapacityLimit limit = installation.config().policyOf(fleet).capacityLimit();
        return new Status.Fleet(
                fleet.name(),
                fleet.cluster(),
                nodes.size().orElse(null),
                known ? nodes.unnamed() + count(rows, NodeState.IN_SERVICE.word(), FleetNodes.RELEASED) : null,
                known ? count(rows, FleetNodes.UNKNOWN) : 0,
                nodes.count(state -> state != NodeState.HELD && state != NodeState.IN_SERVICE),
                stale(rows),
                nodes.count(state -> state == NodeState.HELD),
                known ? count(rows, FleetNodes.OUT_BY_OTHERS) : null,
                count(rows, FleetNodes.NOT_IN_FLEET),
                last == null ? "" : last.readAt().toString(),
                nodes.unknown(),
                failure == null ? "" : failure.since().toString(),
                drift(fleet).orElse(null),
                members.pins(fleet).size(),
                nodes.size().map(limit::of).orElse(null),
                nodes.used(),
                installation
                        .ledger()
                        .freezes()
                        .of(fleet.name())
                        .map(f -> (f.heat() ? "for heat, " : "") + f.who())
                        .orElse(""));
    }

    private Optional<LastDriftCheck> drift(FleetConfig fleet) {
        return installation
                .ledger()
                .driftReports()
                .latest(fleet.name())
                .map(stored -> new LastDriftCheck(
                        stored.at().toString(),
                        stored.report().nodes(),
                        stored.report().matching(),
                        stored.report().drifted(),
                        stored.report().broken(),
                        stored.report().reported(),
                        stored.report().unread().total(),
                        stored.report().goals().unconfirmed(),
                        stored.report().goals().pinned(),
                        stored.report().goals().baseline(),
                        installation
                                .config()
                                .ref(fleet.baseline())
                                .map(BaselineRef::toString)
                                .orElse(fleet.baseline())));
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

    private static int stale(List<Status.Row> rows) {
        return Math.toIntExact(rows.stream()
                .filter(row -> row.stale() && !row.state().equals(FleetNodes.NOT_IN_FLEET))
                .count());
    }

    private static int count(List<Status.Row> rows, String... states) {
        Set<String> wanted = Set.of(states);
        return Math.toIntExact(
                rows.stream().filter(row -> wanted.contains(row.state())).count());
    }
}
