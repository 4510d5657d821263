package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.AdapterModules;
import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.inventory.FleetInventory;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.port.CapacityClient;
import dev.slipway.rollout.NodeRelease;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Members;
import dev.slipway.starter.api.Runs;
import dev.slipway.starter.api.Statuses;
import dev.slipway.starter.client.Status;
import dev.slipway.worker.Runbooks;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the status says of every node and in its head line, against what an observer of the fleet sees. */
record StatusTruth(Installation site, AdapterModules modules, SimulatedFleet fleet, FleetObserver observer) {
    private static final int TRIES = 200;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String OUT_BY_OTHERS = "out-by-others";
    private static final Set<String> IN_SERVICE = Set.of("in-service", "released-unverified");

    /** The same at a site that runs. */
    static void holdsAt(RunningSite site) {
        holdsAt(site.installation(), site.fleet());
    }

    /** The same at a site whose worker may be another process. */
    static void holdsAt(Installation site, SimulatedFleet fleet) {
        WorkerContext context = new WorkerContext(
                site.config(), site.ledger(), site.temporal(), fleet.plan().timeFactor());
        try (AdapterModules modules = new AdapterModules(context)) {
            new StatusTruth(site, modules, fleet, new FleetObserver(fleet)).holds();
        }
    }

    /** Reads the schedulers as a worker does, and compares; waits until nothing moves between the two looks. */
    void holds() {
        FleetInventory inventory = activity(FleetInventory.class);
        for (int i = 0; i < TRIES; i++) {
            Map<String, Boolean> out = out();
            Set<String> unread = read(inventory);
            List<Status.Row> rowsBefore = status().rows();
            Status status = status();
            if (out.equals(out()) && states(rowsBefore).equals(states(status.rows()))) {
                status.fleets().forEach(head -> compare(head, status.rows(), out, unread.contains(head.fleet())));
                allIsWell(status, out, unread);
                return;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new AssertionError("the fleet never stood still; it shows " + out() + " and the status " + status());
    }

    private Status status() {
        Members members = new Members(site);
        return new Statuses(site, members, new Runs(site))
                .of(site.config().fleets().values(), true);
    }

    private static Map<String, String> states(List<Status.Row> rows) {
        return rows.stream().collect(Collectors.toMap(Status.Row::node, Status.Row::state, (a, b) -> a + b));
    }

    private <T> T activity(Class<T> type) {
        Runbooks runbooks = Runbooks.found();
        return modules.activities(runbooks.tables(), runbooks.workflowTypes()).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the fleets whose schedulers could not be read, or that have none. */
    private Set<String> read(FleetInventory inventory) {
        return site.config().fleets().values().stream()
                .filter(fleet -> !reads(inventory, fleet))
                .map(FleetConfig::name)
                .collect(Collectors.toSet());
    }

    private static boolean reads(FleetInventory inventory, FleetConfig fleet) {
        try {
            inventory.members(fleet.name());
            return fleet.scheduler().kubernetes() || fleet.scheduler().slurm();
        } catch (ApplicationFailure refused) {
            return false;
        }
    }

    /** Returns of each node whether its schedulers give it no work. */
    private Map<String, Boolean> out() {
        Map<String, Boolean> out = new TreeMap<>();
        for (FleetConfig config : site.config().fleets().values()) {
            for (FleetConfig.Member member : config.nodes()) {
                String slurm = config.scheduler().slurm()
                        ? fleet.slurm().state(member.slurm().orElse(member.name()))
                        : "";
                boolean drained = slurm.contains("DRAIN") || slurm.contains("DOWN");
                out.put(
                        member.name(),
                        drained || (config.scheduler().kubernetes() && observer.cordoned(member.name())));
            }
        }
        return out;
    }

    private void compare(Status.Fleet head, List<Status.Row> rows, Map<String, Boolean> out, boolean unread) {
        Map<String, String> states = states(
                rows.stream().filter(row -> row.fleet().equals(head.fleet())).toList());
        assertThat(head.held()).as(head + " beside " + states).isEqualTo(count(states, "HELD"::equals));
        assertThat(head.inRunbooks()).as(head + " beside " + states).isEqualTo(count(states, StatusTruth::inRunbook));
        rows.stream().filter(row -> row.fleet().equals(head.fleet())).forEach(this::hasOpenRun);
        if (unread) {
            assertThat(head.inService()).as("nobody knows: " + head).isNull();
            assertThat(head.outByOthers()).as("nobody knows: " + head).isNull();
            assertThat(head.outUnknown()).as(head.toString()).isNotBlank();
            assertThat(words(head)).contains("in service unknown", "out by others unknown");
            return;
        }
        assertThat(head.inService())
                .as("the schedulers were read just now: " + head + " beside " + states)
                .isEqualTo(count(states, IN_SERVICE::contains));
        assertThat(head.outByOthers()).as(head + " beside " + states).isEqualTo(count(states, OUT_BY_OTHERS::equals));
        assertThat(states.size()).as("every node is counted once: " + head).isEqualTo(head.nodes());
        budget(head, states);
        assertThat(words(head))
                .as("what people read, beside " + states)
                .startsWith(states.size() + " nodes · " + count(states, IN_SERVICE::contains) + " in service · ")
                .contains(" · " + count(states, StatusTruth::inRunbook) + " in runbooks")
                .containsPattern(" · " + count(states, OUT_BY_OTHERS::equals) + " out by others, read .* ago");
        site.ledger().held().ofFleet(head.fleet()).stream()
                .map(held -> held.node().name())
                .filter(node -> !out.getOrDefault(node, true) && up(node))
                .forEach(node -> assertThat(why(rows, node))
                        .as(node + " is held, and its scheduler gives it work")
                        .contains("its scheduler gives it work"));
        states.forEach((node, state) -> {
            boolean isOut = out.getOrDefault(node, false);
            assertThat(state.equals("unknown") && !released(rows, node))
                    .as(node + " is unknown, and its schedulers were read just now")
                    .isFalse();
            if (IN_SERVICE.contains(state)) {
                assertThat(isOut).as(node + " is " + state + " in the status").isFalse();
                assertThat(up(node))
                        .as(node + " is " + state + " in the status")
                        .isTrue();
            }
            if (state.equals(OUT_BY_OTHERS)) {
                assertThat(isOut || !up(node))
                        .as(node + " is " + state + " in the status")
                        .isTrue();
            }
        });
    }

    /** The head line, as terminal and page have it. */
    private static String words(Status.Fleet head) {
        return String.join(
                " · ",
                head.nodesText(),
                head.inServiceText(),
                head.inRunbooksText(),
                head.outByOthersText(Instant.now()));
    }

    /** People read that every node is in service only where the observer sees that each takes work. */
    private void allIsWell(Status status, Map<String, Boolean> out, Set<String> unread) {
        String sentence = status.emptyText(Instant.now());
        if (sentence.startsWith("Every node is in service")) {
            assertThat(unread).as(sentence).isEmpty();
            assertThat(out).as(sentence).doesNotContainValue(true);
            assertThat(out.keySet()).as(sentence).allMatch(this::up);
        }
    }

    /** The budget counts what its schedulers show out, and what runs have out. */
    private void budget(Status.Fleet head, Map<String, String> states) {
        CapacityRoom room = activity(CapacityClient.class).room(head.fleet());
        Set<String> out = new HashSet<>(room.out());
        states.forEach((node, state) -> {
            if (inRunbook(state) && !Set.of("waiting", "readmitted").contains(state)) {
                out.add(node);
            }
        });
        assertThat(head.budget()).as(head.toString()).isEqualTo(room.limit());
        assertThat(head.used() + Objects.requireNonNull(head.outByOthers()))
                .as(head + " beside " + states + " and " + room)
                .isEqualTo(out.size());
    }

    private static int count(Map<String, String> states, Predicate<String> wanted) {
        return Math.toIntExact(states.values().stream().filter(wanted).count());
    }

    private static boolean inRunbook(String state) {
        return !IN_SERVICE.contains(state)
                && !Set.of("HELD", OUT_BY_OTHERS, "unknown", "not-in-fleet").contains(state);
    }

    /** A node is in a runbook only while Temporal has an open run of it, or the row says that it is stale. */
    private void hasOpenRun(Status.Row row) {
        if (inRunbook(row.state()) && !row.stale()) {
            assertThat(new Runs(site).describe(row.workflowId()).filter(Runs.Run::open))
                    .as("the open run of " + row)
                    .isPresent();
        }
    }

    /** Returns whether the last that was done to a node is a release without proof. */
    private static boolean released(List<Status.Row> rows, String node) {
        return rows.stream()
                .anyMatch(row -> row.node().equals(node) && row.runbook().equals(NodeRelease.NAME));
    }

    private static String why(List<Status.Row> rows, String node) {
        return rows.stream()
                .filter(row -> row.node().equals(node))
                .map(Status.Row::why)
                .collect(Collectors.joining());
    }

    private boolean up(String name) {
        SimulatedNode node = fleet.node(name);
        return node.clock().call(() -> node.power().up());
    }
}
