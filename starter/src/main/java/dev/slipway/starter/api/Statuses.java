package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.AlertRecords;
import dev.slipway.ledger.Overrides;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
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
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes the status out of the ledger's rows, so that it is there also while Temporal is away. */
@Component
public final class Statuses {
    private static final Duration FRESH = Duration.ofMinutes(2);
    private static final Duration PROPOSED_FOR = Duration.ofDays(1);
    private static final String OUT_BY_OTHERS = "out-by-others";
    private static final String RELEASED = "released-unverified";
    private static final String UNKNOWN = "unknown";

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
        List<Status.Fleet> heads = new ArrayList<>();
        List<Status.Row> rows = new ArrayList<>();
        for (FleetConfig fleet : fleets) {
            List<NodeNote> notes = installation.ledger().nodeRows().ofFleet(fleet.name());
            Schedulers schedulers = schedulers(fleet);
            Reading<OutNodes> others = outByOthers(schedulers, notes, staleness);
            heads.add(head(fleet, notes, schedulers, others));
            Set<String> out =
                    others.value().map(nodes -> Set.copyOf(nodes.nodes())).orElse(Set.of());
            Map<NodeRef, Overrides.Release> releases = releases(fleet);
            notes.stream()
                    .filter(note -> !out.contains(note.node().name()))
                    .map(note -> unproved(note, releases)
                            .map(release -> releasedRow(note, staleness.of(note), release))
                            .orElseGet(() -> observed(row(note, staleness.of(note)), note, schedulers, others)))
                    .filter(row -> all || !row.state().equals(UNKNOWN))
                    .forEach(rows::add);
            others.value()
                    .ifPresent(nodes -> nodes.nodes().stream()
                            .map(name -> outRow(fleet, name, nodes.readAt(), releases))
                            .forEach(rows::add));
            if (all) {
                String state = others.known() ? NodeState.IN_SERVICE.word() : UNKNOWN;
                quiet(fleet, notes, state).stream()
                        .filter(row -> !out.contains(row.node()))
                        .forEach(rows::add);
            }
        }
        return new Status(staleness.away() ? Status.AWAY : "answers", heads, rows, staleness.uncompared(), proposals());
    }

    /** Returns the row of one node. */
    public Optional<Status.Row> of(NodeRef node) {
        Staleness staleness = new Staleness(runs, installation.now(), true);
        return installation.ledger().nodeRows().of(node).map(note -> row(note, staleness.of(note)));
    }

    /** Holds the last reading of the schedulers of a fleet that worked, and since when they cannot be read. */
    private record Schedulers(RosterReadings.@Nullable Roster last, RosterReadings.@Nullable Failure failure) {}

    private Schedulers schedulers(FleetConfig fleet) {
        RosterReadings readings = installation.ledger().rosterReadings();
        return new Schedulers(
                readings.last(fleet.name()).orElse(null),
                readings.failure(fleet.name()).orElse(null));
    }

    /**
     * Returns the nodes of a fleet that somebody else has taken out, as its schedulers were read last; those that a row
     * of ours explains are ours. Unknown while nobody has read them, or the last reading failed.
     */
    private static Reading<OutNodes> outByOthers(Schedulers schedulers, List<NodeNote> notes, Staleness temporal) {
        if (temporal.away()) {
            return Reading.unknown("Temporal does not answer");
        }
        RosterReadings.Failure failure = schedulers.failure();
        if (failure != null) {
            return Reading.unknown(failure.reason());
        }
        RosterReadings.Roster last = schedulers.last();
        if (last == null) {
            return Reading.unknown("never read: no worker has asked the schedulers of this fleet");
        }
        return Reading.of(new OutNodes(last.readAt(), last.out()).without(ours(notes, last.readAt())));
    }

    /** A row that is newer than the reading explains its node also if it says that the node is back. */
    private static Set<String> ours(List<NodeNote> notes, Instant readAt) {
        return notes.stream()
                .filter(note ->
                        note.state() != NodeState.IN_SERVICE || note.at().isAfter(readAt))
                .map(note -> note.node().name())
                .collect(Collectors.toSet());
    }

    private Status.Fleet head(
            FleetConfig fleet, List<NodeNote> notes, Schedulers schedulers, Reading<OutNodes> outByOthers) {
        RosterReadings.Roster last = schedulers.last();
        RosterReadings.Failure failure = schedulers.failure();
        int size = Math.max(Math.max(fleet.members().size(), notes.size()), last == null ? 0 : last.nodes());
        int held = count(notes, state -> state == NodeState.HELD);
        int running = count(notes, state -> state != NodeState.HELD && state != NodeState.IN_SERVICE);
        CapacityLimit limit = installation.config().policyOf(fleet).capacityLimit();
        Optional<Integer> nodes = last == null && fleet.selector().isPresent() ? Optional.empty() : Optional.of(size);
        Optional<Integer> out = outByOthers.value().map(shown -> shown.nodes().size());
        return new Status.Fleet(
                fleet.name(),
                fleet.cluster(),
                nodes.orElse(null),
                out.map(others -> Math.max(0, size - running - held - others)).orElse(null),
                running,
                held,
                out.orElse(null),
                last == null ? "" : last.readAt().toString(),
                outByOthers.error(),
                failure == null ? "" : failure.since().toString(),
                drift(fleet).orElse(null),
                members.pins(fleet).size(),
                nodes.map(limit::of).orElse(null),
                count(notes, Statuses::out),
                installation
                        .ledger()
                        .freezes()
                        .of(fleet.name())
                        .map(f -> (f.heat() ? "for heat, " : "") + f.who())
                        .orElse(""));
    }

    private Optional<Status.Drift> drift(FleetConfig fleet) {
        return installation
                .ledger()
                .driftReports()
                .latest(fleet.name())
                .map(stored -> new Status.Drift(
                        stored.at().toString(),
                        stored.report().nodes(),
                        stored.report().matching(),
                        stored.report().drifted(),
                        stored.report().broken(),
                        stored.report().reported(),
                        stored.report().unread().total(),
                        stored.report().goals().unconfirmed()));
    }

    /** Returns the last release without proof of each node that ever had one. */
    private Map<NodeRef, Overrides.Release> releases(FleetConfig fleet) {
        return installation.ledger().overrides().ofCluster(fleet.cluster()).stream()
                .collect(Collectors.toMap(Overrides.Release::node, Function.identity()));
    }

    /**
     * Returns the row with what the schedulers say besides: a held node may be given work, and one that no run has
     * taken out is in service only as far as somebody read that.
     */
    private static Status.Row observed(Status.Row row, NodeNote note, Schedulers schedulers, Reading<OutNodes> others) {
        if (note.state() == NodeState.IN_SERVICE && !others.known()) {
            return row.as(UNKNOWN, "back in service at " + note.at() + ", and not read since", row.next());
        }
        RosterReadings.Roster last = schedulers.last();
        if (last == null || note.state() != NodeState.HELD || !last.contradicts(note)) {
            return row;
        }
        String why =
                "its scheduler gives it work all the same, as read at " + last.readAt() + ": somebody uncordoned it; ";
        return row.as(row.state(), why + note.why(), row.next());
    }

    /** Returns the release of a node that is in service by it, and that was not proved since. */
    private Optional<Overrides.Release> unproved(NodeNote note, Map<NodeRef, Overrides.Release> releases) {
        return Optional.ofNullable(releases.get(note.node()))
                .filter(release -> note.state() == NodeState.IN_SERVICE)
                .filter(release -> !installation.ledger().verifications().provedSince(release.node(), release.since()));
    }

    /** A node that is in service without proof is shown, also after its release has ended. */
    private Status.Row releasedRow(NodeNote note, boolean stale, Overrides.Release release) {
        return row(note, stale)
                .as(
                        RELEASED,
                        "without proof, by " + release.who() + ", until " + release.until(),
                        "slipway node show " + note.node().name());
    }

    /** Returns the row of a node that its schedulers show out of service, and that no run of ours took out. */
    private Status.Row outRow(
            FleetConfig fleet, String name, Instant readAt, Map<NodeRef, Overrides.Release> releases) {
        String released = Optional.ofNullable(releases.get(new NodeRef(fleet.cluster(), name)))
                .filter(release -> release.until().isAfter(installation.now()))
                .map(release -> "; released unverified: " + release.who())
                .orElse("");
        return new Status.Row(
                fleet.cluster(),
                name,
                fleet.name(),
                "",
                OUT_BY_OTHERS,
                "",
                readAt.toString(),
                "its scheduler shows it out of service" + released,
                "",
                "",
                "",
                false,
                "slipway node show " + name);
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

    private static List<Status.Row> quiet(FleetConfig fleet, List<NodeNote> notes, String state) {
        Map<String, NodeNote> noted =
                notes.stream().collect(Collectors.toMap(n -> n.node().name(), Function.identity(), (a, b) -> a));
        return fleet.members().stream()
                .filter(node -> !noted.containsKey(node.name()))
                .map(node -> new Status.Row(
                        node.cluster(), node.name(), fleet.name(), "", state, "", "", "", "", "", "", false, ""))
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
            case DECISION -> "slipway " + (aboutLines(note) ? "accept " : "retry ") + name + " --reason …";
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
