package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.SimulatedNode;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowTargetOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The product on a simulated fleet with a node for each pair; what goes wrong is done to that node, or to the whole
 * site.
 */
final class FaultSite implements AutoCloseable {
    /** How many times faster than the clock the product waits; what Temporal waits between attempts is not hurried. */
    private static final double HURRY = 8;

    /** Two minutes as the product sees them. */
    static final Duration SILENCE = Duration.ofSeconds((long) (120 / HURRY));
    /** On the clock, so that Temporal's attempts alone do not outlast it. */
    static final Duration LATE = Duration.ofSeconds(60);
    /** Longer than it takes Temporal to give the step to another worker. */
    static final Duration STOPPED = Duration.ofSeconds(60);

    private static final int AT_ONCE = 40;
    private static final int ENDS_WITHIN_SECONDS = 400;
    private static final Duration GIVEN_UP = Duration.ofSeconds(30);
    private static final Duration PARTNERS_BACK = Duration.ofSeconds(90);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final List<FaultPair> pairs;
    private final StepMoments moments = new StepMoments();
    private final Optional<CrashingServer> server;
    private final ScenarioBench bench;
    private final Map<FaultPair, WorkflowExecution> runs = new ConcurrentHashMap<>();
    private final AtomicInteger standing = new AtomicInteger();
    private volatile boolean released;

    /** How a run ended: with an outcome, or how else. */
    record End(FaultPair pair, boolean reached, Optional<NodeOutcome> outcome, String otherwise) {

        /** Whether people are told that the node stays out. */
        boolean outOfService() {
            return outcome.map(NodeOutcome::outcome)
                    .filter(end -> end == Outcome.HELD || end == Outcome.RMA_CANDIDATE)
                    .isPresent();
        }
    }

    /** Where Temporal's server is to be killed it is {@code server}; else an engine in memory. */
    FaultSite(Path folder, FaultRounds rounds, long seed, Optional<CrashingServer> server, LedgerDatabase ledger) {
        this.pairs = rounds.pairs();
        this.server = server;
        Engine engine = server.map(CrashingServer::engine).orElseGet(() -> Engine.start(folder, true, Map.of()));
        ScenarioBench.SiteWriter writer = (site, fleet, imaging) -> write(site, rounds.plan(), fleet, engine, imaging);
        bench = ScenarioBench.of(
                new ScenarioBench.Setting(engine, ledger, Optional.of(moments), HURRY, writer),
                folder,
                rounds.plan().fleet(seed));
    }

    private static Config write(Path site, KillPlan plan, SimulatedFleet fleet, Engine engine, Imaging imaging) {
        // An engine in memory has no UI, and the configuration wants the address of one.
        Engine named =
                new Engine(engine.client(), engine.mode(), engine.target(), "http://" + engine.target(), engine.stop());
        try {
            return KillSite.write(site, plan, fleet, named, imaging);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LabService database() {
        return LabService.given("postgres", "SLIPWAY_POSTGRES");
    }

    ScenarioBench bench() {
        return bench;
    }

    CrashingServer server() {
        return server.orElseThrow();
    }

    /** How long a span of the clock is in the time of a node. */
    static Duration onNode(Duration span) {
        return Duration.ofMillis((long) (span.toMillis() * KillPlan.FASTER));
    }

    void act(String node, Consumer<SimulatedNode> what) {
        SimulatedNode found = bench.fleet.node(node);
        found.clock().run(() -> what.accept(found));
    }

    void silence(String node, Duration span) {
        bench.fleet.ssh().cutOff(node);
        bench.fleet
                .node(node)
                .clock()
                .later("reconnect", onNode(span), () -> bench.fleet.ssh().reconnect(bench.fleet.node(node)));
    }

    void endRun(NodeRef node, boolean terminate) {
        WorkflowStub run = bench.client().newUntypedWorkflowStub(node.workflowId());
        if (terminate) {
            run.terminate("a person ended it");
        } else {
            run.cancel();
        }
    }

    /** Starts a run on each node, and lets go wrong what is planned for it. */
    List<End> play(Duration away) throws Exception {
        pairs.forEach(this::arm);
        Semaphore room = new Semaphore(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<End>> ends = new ArrayList<>();
            for (FaultPair pair : pairs) {
                room.acquire();
                until(() -> started(pair));
                ends.add(threads.submit(() -> {
                    try {
                        return end(pair, away);
                    } finally {
                        room.release();
                    }
                }));
            }
            if (pairs.getFirst().fault().ofSite()) {
                goAway(pairs.getFirst().fault(), away);
            }
            List<End> found = new ArrayList<>();
            for (Future<End> end : ends) {
                found.add(end.get());
            }
            partnersAreBack();
            return found;
        }
    }

    /** Not while another run looks at the node, to borrow it. */
    private boolean started(FaultPair pair) {
        try {
            runs.put(pair, bench.start(pair.fate().begins(), pair.node(), Reason.OPERATOR));
            return true;
        } catch (WorkflowExecutionAlreadyStarted borrowed) {
            return false;
        }
    }

    private void arm(FaultPair pair) {
        moments.at(pair.place(), pair.when().moment(), stand -> {
            if (pair.fault().ofSite()) {
                standing.incrementAndGet();
                stand.until(() -> released);
            } else if (pair.when() == FaultPair.When.DURING && pair.fault().hurries()) {
                Duration soon = Duration.ofSeconds(Math.floorMod(pair.toString().hashCode(), 90));
                bench.fleet
                        .node(pair.node())
                        .clock()
                        .later("misbehaves", soon, () -> pair.fault().strike(this, pair, stand));
            } else {
                pair.fault().strike(this, pair, stand);
            }
        });
    }

    /** When all stand at their steps, or nobody came for long. */
    private void goAway(WorldFault fault, Duration away) {
        long[] last = {0, System.nanoTime()};
        until(() -> {
            int now = standing.get();
            if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return now == pairs.size() || System.nanoTime() - last[1] > GIVEN_UP.toNanos();
        });
        fault.begin(this);
        released = true;
        long end = System.nanoTime() + away.toNanos();
        until(() -> System.nanoTime() > end);
        fault.end(this);
    }

    private End end(FaultPair pair, Duration away) {
        WorkflowExecution run = Optional.ofNullable(runs.get(pair)).orElseThrow();
        WorkflowStub stub = bench.client()
                .newUntypedWorkflowStub(WorkflowTargetOptions.newBuilder()
                        .setWorkflowId(run.getWorkflowId())
                        .setRunId(run.getRunId())
                        .build());
        long end = System.nanoTime() + away.plusSeconds(ENDS_WITHIN_SECONDS).toNanos();
        String otherwise = "";
        while (otherwise.isEmpty()) {
            long left = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime()));
            try {
                NodeOutcome outcome = stub.getResult(left, TimeUnit.SECONDS, NodeOutcome.class);
                return new End(pair, moments.reached(pair.place()), Optional.of(outcome), "");
            } catch (WorkflowServiceException noAnswer) {
                otherwise = System.nanoTime() > end ? "Temporal did not answer: " + noAnswer.getMessage() : "";
            } catch (WorkflowFailedException closed) {
                otherwise = "closed as " + closed.getWorkflowCloseEventType() + ": " + closed.getCause();
            } catch (WorkflowException | TimeoutException open) {
                otherwise = endedByForce(pair, stub);
            }
        }
        return new End(pair, moments.reached(pair.place()), Optional.empty(), otherwise);
    }

    /** Where the run stood; empty where it has ended meanwhile. */
    private String endedByForce(FaultPair pair, WorkflowStub stub) {
        EngineRecord record = bench.record(pair.node());
        String stood = "did not end; it stands at " + bench.ledger.nodeRows().of(bench.ref(pair.node()))
                + "; it waits for " + record.waitsFor() + "; its history is " + record.keepHistory();
        try {
            stub.terminate("the proof does not wait for it any longer");
            return stood;
        } catch (WorkflowNotFoundException ended) {
            return "";
        }
    }

    /** The names of the nodes that were there to be borrowed. */
    List<String> partners() {
        List<String> own = pairs.stream().map(FaultPair::node).toList();
        return bench.fleet.nodes().stream()
                .map(SimulatedNode::name)
                .filter(name -> !own.contains(name))
                .toList();
    }

    /** Whether people are told that the node is held. */
    boolean told(String node) {
        return bench.ledger
                .nodeRows()
                .of(bench.ref(node))
                .map(NodeNote::state)
                .filter(state -> state == NodeState.HELD)
                .isPresent();
    }

    private void partnersAreBack() {
        long end = System.nanoTime() + PARTNERS_BACK.toNanos();
        until(() -> System.nanoTime() > end
                || partners().stream().noneMatch(name -> bench.observer.cordoned(name) && !told(name)));
    }

    private static void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    @Override
    public void close() {
        bench.close();
    }
}
