package dev.slipway.demo;

import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.kubernetes.spec.Fault;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What happens to a node or to its world at one step of a run, and whether it passes by itself. */
enum WorldFault {
    /** The node loses its power and boots. */
    POWER_LOST(node -> node.power().cycle()),
    /** A GPU has an uncontained memory error. */
    XID(node -> node.become(new Condition.Xid(95, 3))),
    /** The clock of the node goes back two hours, and a GPU has a double bit error after that. */
    CLOCK_MOVED(node -> {
        node.log().clockAhead(Duration.ofHours(-2));
        node.become(new Condition.Xid(48, 3));
    }),
    /** Nothing answers on the node's SSH port for two minutes. */
    SSH_SILENT(true, step -> true, (site, pair, stand) -> site.silence(pair.node(), FaultSite.SILENCE)),
    /** After each boot the scheduler offers no GPUs of the node for one more minute. */
    GPUS_LATE(
            true,
            step -> true,
            (site, pair, stand) -> site.act(
                    pair.node(),
                    node -> node.become(new Condition.GpusOfferedLater(FaultSite.onNode(FaultSite.LATE))))),
    /** There is no room left on the node's disk. */
    DISK_FULL(node -> node.become(new Condition.DiskFull("/"))),
    /** Another program holds the lock of the package database for two minutes. */
    PACKAGE_LOCK(
            true,
            step -> true,
            (site, pair, stand) ->
                    site.act(pair.node(), node -> node.become(new Condition.DpkgLocked(4711, Duration.ofMinutes(2))))),
    /** A program of nobody computes on a GPU. */
    STRAY_PROCESS(
            false,
            FaultTable::afterTheLastChange,
            (site, pair, stand) -> site.act(
                    pair.node(), node -> node.become(new Condition.ForeignProcess(4242, "all_reduce_perf", 3)))),
    /** The run of the partner that was lent ends early: it is cancelled or terminated. */
    PARTNER_GONE(
            false,
            step -> step.endsWith("nccl-pair"),
            (site, pair, stand) -> stand.arguments().stream()
                    .filter(NodeRef.class::isInstance)
                    .map(NodeRef.class::cast)
                    .findFirst()
                    .ifPresent(partner -> site.endRun(partner, pair.when() == FaultPair.When.BEFORE))),
    /** The worker that has the step is stopped, another one does it, and the first one wakes. */
    WORKER_WAKES(true, step -> true, (site, pair, stand) -> stand.stopped(FaultSite.STOPPED)),
    /** The API server refuses every request for two minutes. */
    API_AWAY(
            site -> site.bench()
                    .fleet
                    .kubernetes()
                    .faults()
                    .next(
                            Integer.MAX_VALUE,
                            "*",
                            ".*",
                            Fault.status(503, "ServiceUnavailable", "the server is not available")),
            site -> site.bench().fleet.kubernetes().faults().clear()),
    /** The worker reaches no node of the site for two minutes. */
    CUT_OFF_FROM_NODES(
            site -> site.bench()
                    .fleet
                    .nodes()
                    .forEach(node -> site.bench().fleet.ssh().cutOff(node.name())),
            site -> site.bench().fleet.nodes().forEach(site.bench().fleet.ssh()::reconnect)),
    /** Temporal's server is killed, and comes back after a while. */
    TEMPORAL_KILLED(site -> site.server().kill(), site -> site.server().start()),
    /** The database of the ledger is killed, and comes back after two minutes. */
    LEDGER_AWAY(
            site -> FaultSite.database().kill(), site -> FaultSite.database().start());

    /** What a fault does to the node of a pair, while one of its activities stands. */
    @FunctionalInterface
    interface Injection {
        void into(FaultSite site, FaultPair pair, StepMoments.Stand stand);
    }

    private final boolean passes;
    private final boolean ofSite;
    private final Predicate<String> applies;
    private final Injection injection;
    private final Consumer<FaultSite> begin;
    private final Consumer<FaultSite> end;

    /** Of one node, and does not pass. */
    WorldFault(Consumer<SimulatedNode> change) {
        this(false, step -> true, (site, pair, stand) -> site.act(pair.node(), change));
    }

    /** Of one node's run. */
    WorldFault(boolean passes, Predicate<String> applies, Injection injection) {
        this.passes = passes;
        this.ofSite = false;
        this.applies = applies;
        this.injection = injection;
        this.begin = site -> {};
        this.end = site -> {};
    }

    /** Of the whole site; it passes. */
    WorldFault(Consumer<FaultSite> begin, Consumer<FaultSite> end) {
        this.passes = true;
        this.ofSite = true;
        this.applies = step -> true;
        this.injection = (site, pair, stand) -> {};
        this.begin = begin;
        this.end = end;
    }

    /** Whether a run must end as if nothing had happened. */
    boolean passes() {
        return passes;
    }

    /** Whether it happens to every run of a site at once. */
    boolean ofSite() {
        return ofSite;
    }

    /** Whether it can strike while the step is under way; else it needs the attempt that stands. */
    boolean hurries() {
        return this != PARTNER_GONE && this != WORKER_WAKES;
    }

    boolean applies(String step) {
        return applies.test(step);
    }

    /**
     * When it strikes that step. Between the last look at a node and its return nobody can see anything: what comes
     * then is the soak's to find, and a program that comes after the return is whose the node is then.
     */
    FaultPair.When striking(String step, FaultPair.When when) {
        boolean unseen = when == FaultPair.When.DURING || this == STRAY_PROCESS;
        return unseen && step.endsWith("readmit") ? FaultPair.When.BEFORE : when;
    }

    void strike(FaultSite site, FaultPair pair, StepMoments.Stand stand) {
        injection.into(site, pair, stand);
    }

    void begin(FaultSite site) {
        begin.accept(site);
    }

    void end(FaultSite site) {
        end.accept(site);
    }
}
