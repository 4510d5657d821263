package dev.slipway.starter.api.states;

import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.Overrides;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.rollout.NodeRelease;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Access;
import dev.slipway.starter.client.Status;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives each node of a fleet its one state, by its row in the ledger and the last reading of the schedulers: the head
 * line counts these states, and the table and the report of a node show them.
 */
public final class FleetNodes {
    public static final String OUT_BY_OTHERS = "out-by-others";
    public static final String RELEASED = "released-unverified";
    public static final String UNKNOWN = "unknown";
    public static final String NOT_IN_FLEET = "not-in-fleet";

    private final Installation installation;
    private final FleetConfig fleet;
    private final Map<String, NodeNote> notes = new TreeMap<>();
    private final Staleness staleness;
    private final NodeRow rows;
    private final RosterReadings.@Nullable Roster last;
    private final RosterReadings.@Nullable Failure failure;

    /** Takes the rows of any nodes, of which it uses those of this fleet. */
    public FleetNodes(Access access, FleetConfig fleet, Collection<NodeNote> any, Staleness staleness) {
        this.installation = access.installation();
        this.fleet = fleet;
        this.staleness = staleness;
        this.rows = new NodeRow(access.runs());
        RosterReadings readings = installation.ledger().rosterReadings();
        this.last = readings.last(fleet.name()).orElse(null);
        this.failure = readings.failure(fleet.name()).orElse(null);
        any.stream()
                .filter(note -> note.node().cluster().equals(fleet.cluster()))
                .filter(note -> fleet.member(note.node().name()).isPresent()
                        || (note.fleet().equals(fleet.name()) && !NodeRow.listed(installation.config(), note.node())))
                .forEach(note -> notes.put(note.node().name(), note));
    }

    public RosterReadings.@Nullable Roster last() {
        return last;
    }

    public RosterReadings.@Nullable Failure failure() {
        return failure;
    }

    /** Returns why nobody knows which nodes others took out; empty where it is known. */
    public String unknown() {
        if (staleness.away()) {
            return "Temporal does not answer";
        }
        if (failure != null) {
            return failure.reason();
        }
        return last == null ? "never read: no worker has asked the schedulers of this fleet" : "";
    }

    /** Returns the nodes of the fleet: listed, or as its selector found them last, with those that came since. */
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        if (fleet.selector().isEmpty()) {
            fleet.members().forEach(node -> names.add(node.name()));
            return names;
        }
        if (last != null) {
            names.addAll(last.members());
            names.addAll(last.out());
        }
        notes.values().stream()
                .filter(note -> last == null || !last.named() || note.at().isAfter(last.readAt()))
                .forEach(note -> names.add(note.node().name()));
        return names;
    }

    /** Returns how many nodes the fleet has; empty where a selector names them, and nobody has read them. */
    public Optional<Integer> size() {
        return last == null && fleet.selector().isPresent()
                ? Optional.empty()
                : Optional.of(names().size() + unnamed());
    }

    /** Returns how many nodes an older reading, which names none, counted besides those that are known by name. */
    public int unnamed() {
        return last == null || last.named() || fleet.selector().isEmpty()
                ? 0
                : Math.max(0, last.nodes() - names().size());
    }

    /** Counts the nodes of the fleet by the state of their rows. */
    public int count(Predicate<NodeState> wanted) {
        return countRows(note -> wanted.test(note.state()));
    }

    /**
     * Counts the nodes that have a run, or are held, and that are out: by us, or as their schedulers show them. A held
     * node that a later reading shows in service takes no room from others.
     */
    public int used() {
        return countRows(this::out);
    }

    private int countRows(Predicate<NodeNote> wanted) {
        SortedSet<String> names = names();
        return Math.toIntExact(notes.values().stream()
                .filter(note -> names.contains(note.node().name()) && wanted.test(note))
                .count());
    }

    private boolean out(NodeNote note) {
        boolean shownOut = last != null && last.out().contains(note.node().name());
        boolean readSince = last != null && note.at().isBefore(last.readAt());
        return switch (note.state()) {
            case IN_SERVICE -> false;
            case WAITING -> shownOut;
            case HELD -> shownOut || !readSince;
            case READMITTED -> shownOut && readSince;
            default -> true;
        };
    }

    /** Returns every node of the fleet, and those that were in it and have a row. */
    public List<Status.Row> all() {
        SortedSet<String> names = names();
        SortedSet<String> all = new TreeSet<>(names);
        all.addAll(notes.keySet());
        Map<NodeRef, Overrides.Release> releases = releases();
        return all.stream()
                .map(name -> row(name, names.contains(name), releases.get(new NodeRef(fleet.cluster(), name))))
                .toList();
    }

    /** Returns one node, which is a member or has a row. */
    public Status.Row of(String name) {
        Optional<Overrides.Release> release =
                installation.ledger().overrides().last(new NodeRef(fleet.cluster(), name));
        return row(name, names().contains(name), release.orElse(null));
    }

    /** Returns the last release without proof of each node that ever had one. */
    private Map<NodeRef, Overrides.Release> releases() {
        return installation.ledger().overrides().ofCluster(fleet.cluster()).stream()
                .collect(Collectors.toMap(Overrides.Release::node, release -> release));
    }

    /** Returns whether a status without every node shows this one. */
    public boolean shows(Status.Row row) {
        NodeNote note = notes.get(row.node());
        return switch (row.state()) {
            case UNKNOWN -> unknown().isEmpty() || !row.next().isBlank();
            case NOT_IN_FLEET -> note != null && note.state() != NodeState.IN_SERVICE;
            default -> note != null || !row.state().equals(NodeState.IN_SERVICE.word());
        };
    }

    private Status.Row row(String name, boolean member, Overrides.@Nullable Release release) {
        NodeNote note = notes.get(name);
        if (note == null) {
            return withoutRun(name, release);
        }
        if (!member) {
            return rows.gone(note);
        }
        Status.Row row = rows.of(note, staleness.of(note));
        return note.state() == NodeState.IN_SERVICE ? back(row, note, unproved(note, release)) : observed(row, note);
    }

    /** A node that no run of ours has out: its schedulers decide, as far as they were read. */
    private Status.Row withoutRun(String name, Overrides.@Nullable Release release) {
        if (last == null || !unknown().isEmpty()) {
            return without(name, UNKNOWN, unknown());
        }
        if (last.out().contains(name)) {
            return out(name, last, release);
        }
        if (last.named() && !last.members().contains(name)) {
            String why = "the reading of " + last.readAt() + " has no such node";
            return without(name, UNKNOWN, why);
        }
        return without(name, NodeState.IN_SERVICE.word(), "as read at " + last.readAt());
    }

    private Status.Row out(String name, RosterReadings.Roster reading, Overrides.@Nullable Release release) {
        String released = release != null && release.until().isAfter(installation.now())
                ? "; released unverified: " + release.who()
                : "";
        return without(name, OUT_BY_OTHERS, "its scheduler shows it out of service" + released)
                .since(reading.readAt().toString(), "slipway node show " + name);
    }

    private Status.Row without(String name, String state, String why) {
        return new Status.Row(fleet.cluster(), name, fleet.name(), "", state, "", "", why, "", "", "", false, "");
    }

    /**
     * A row says that the node is back. One that is newer than the reading explains the node, but for a release by
     * hand: that proves neither that the node is in service nor that it works.
     */
    private Status.Row back(Status.Row row, NodeNote note, Overrides.@Nullable Release unproved) {
        String show = "slipway node show " + row.node();
        boolean newer = last != null && note.at().isAfter(last.readAt());
        boolean byHand = note.runbook().equals(NodeRelease.NAME);
        if (last == null || !unknown().isEmpty() || (newer && byHand)) {
            return byHand || unproved != null
                    ? row.as(UNKNOWN, note.why() + "; not read since", show)
                    : row.as(UNKNOWN, "back in service at " + note.at() + ", and not read since", row.next());
        }
        boolean shown = !last.named() || last.members().contains(row.node());
        if (!newer && (!shown || last.out().contains(row.node()))) {
            return withoutRun(row.node(), unproved);
        }
        return unproved == null
                ? row
                : row.as(RELEASED, "without proof, by " + unproved.who() + ", until " + unproved.until(), show);
    }

    /** Returns the row of a node that we have out, with what the schedulers say besides. */
    private Status.Row observed(Status.Row row, NodeNote note) {
        return Uncordoned.readAt(last, note, installation.ledger())
                .map(readAt -> row.as(
                        row.state(),
                        "its scheduler gives it work all the same, as read at " + readAt + ": somebody uncordoned it; "
                                + note.why(),
                        row.next()))
                .orElse(row);
    }

    /** Returns the release of a node that is in service by it, and that was not proved since. */
    private Overrides.@Nullable Release unproved(NodeNote note, Overrides.@Nullable Release release) {
        return release == null
                        || note.state() != NodeState.IN_SERVICE
                        || installation.ledger().verifications().provedSince(release.node(), release.since())
                ? null
                : release;
    }
}
