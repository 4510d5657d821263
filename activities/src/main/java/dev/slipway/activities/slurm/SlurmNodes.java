package dev.slipway.activities.slurm;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Manages nodes that Slurm schedules: a drain with our reason as first word, jobs that end by themselves, and a resume
 * only if nobody had drained before. A drain may last for days, so it is checked, never waited for here.
 */
public final class SlurmNodes implements NodeScheduler {
    private static final Duration SOONEST = Duration.ofSeconds(30);
    private static final Duration LATEST = Duration.ofMinutes(30);

    /** slurmctld counts a boot by its own clock and in whole seconds. */
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(60);

    private final Function<NodeRef, SlurmSite> sites;
    private final NodeBoots boots;
    private final GpuHolders holders;
    private final ActivityClock clock;
    private final SlurmCordons cordons;

    public SlurmNodes(Function<NodeRef, SlurmSite> sites, NodeBoots boots, GpuHolders holders, ActivityClock clock) {
        this.sites = sites;
        this.boots = boots;
        this.holders = holders;
        this.clock = clock;
        this.cordons = new SlurmCordons(clock);
    }

    @Override
    public List<String> objections(Act act) {
        return slurm(act).actingByItself();
    }

    @Override
    public List<String> remarks(Act act) {
        return slurm(act).whatItWillSay();
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        return cordons.cordon(slurm(act), act, adopt);
    }

    /**
     * Safe to repeat: checks once. Empty is state and queue and GPUs together; else the answer is busy while the policy
     * gives more time, and DRAIN_BLOCKED if it gives none.
     */
    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        SlurmNode node = slurm(act).node();
        Optional<SlurmMark> mark = SlurmMark.read(node.reason());
        if (!node.drained() || mark.filter(m -> m.token().equals(act.token())).isEmpty()) {
            throw FailureType.EXTERNAL_CHANGE.of(act.node() + " is not under our drain: it is " + node.state()
                    + ", reason '" + node.reason() + "' " + node.reasonBy());
        }
        List<String> busy = busy(act, node);
        Instant now = clock.instant();
        if (busy.isEmpty()) {
            return new Drained(now, 0, node.state() + " with an empty queue; no process on a GPU");
        }
        String who = String.join("; ", busy);
        if (!policy.evict() || !policy.within().isPositive()) {
            throw FailureType.DRAIN_BLOCKED.of(act.node() + " is not empty in time: " + who);
        }
        clock.showWait(act, who);
        return Drained.notYet(
                now, new Drained.Busy(who, mark.get().since(), pause(mark.get().since(), now)));
    }

    /** Returns a tenth of the time waited so far: short at first, long in a wait of days. */
    private Duration pause(Instant since, Instant now) {
        Duration tenth = Duration.between(since, now).dividedBy(10);
        Duration real = Durations.longer(SOONEST, Durations.shorter(tenth, LATEST));
        return Duration.ofMillis(Math.max(100, clock.scaled(real).toMillis()));
    }

    private List<String> busy(Act act, SlurmNode node) {
        List<String> busy = new ArrayList<>(onNode(act, node));
        if (!node.responds()) {
            busy.add("slurmd does not answer, so what runs there is not known (" + node.state() + ")");
        }
        if (busy.isEmpty()) {
            Reading<List<Holder>> computing = holders.computing(act);
            if (!computing.known()) {
                busy.add("no job is left, but the node could not be asked for processes on its GPUs: "
                        + computing.error());
            }
            computing
                    .or(List.of())
                    .forEach(h -> busy.add(
                            "no job is left, but pid " + h.pid() + " " + h.command() + " is on " + h.device()));
        }
        return busy;
    }

    private List<String> onNode(Act act, SlurmNode node) {
        List<String> work = new ArrayList<>();
        slurm(act).jobs().forEach(job -> work.add(job.toString()));
        if (work.isEmpty() && node.busy()) {
            work.add("no job is shown, but the node is " + node.state());
        }
        return work;
    }

    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        return new Smoked(
                new GateResult("G10", Verdict.NOT_RUN, "a drained node of Slurm starts no job, and none is sent there"),
                List.of());
    }

    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {
        cordons.restore(slurm(act), act, found, proven);
    }

    @Override
    public void hold(Act act, String reason) {
        cordons.hold(slurm(act), act, reason);
    }

    @Override
    public SchedulingState standing(Act act) {
        SlurmNode node = slurm(act).node();
        Optional<SlurmMark> mark = SlurmMark.read(node.reason());
        return new SchedulingState(
                node.schedulable(),
                mark.map(found -> found.record(act.node())),
                mark.map(SlurmMark::held).filter(held -> !held.isEmpty()),
                Readmitted.by(node.comment()),
                Optional.of(new SchedulingState.Machine(
                        "", node.registered(), boot(act, node), node.allGpus(), Map.of(), node.machine())),
                view(node));
    }

    /** Returns the boot that the node reports, if slurmctld saw the machine start no earlier than that. */
    private String boot(Act act, SlurmNode node) {
        if (node.bootedAt().isEmpty()) {
            return "none";
        }
        Instant seen = node.bootedAt().get();
        Reading<NodeBoots.NodeBoot> now = boots.now(act);
        return now.value()
                .filter(boot -> !seen.isBefore(boot.since().minus(CLOCKS_DIFFER)))
                .map(NodeBoots.NodeBoot::bootId)
                .orElse("of " + seen
                        + (now.known() ? "" : " (the node does not say which it runs: " + now.error() + ")"));
    }

    static Scheduling view(SlurmNode node) {
        Map<String, String> said = new TreeMap<>();
        said.put("state", node.state());
        if (!node.reason().isEmpty()) {
            said.put("reason", node.reason());
            said.put("reasonBy", node.reasonBy());
        }
        return new Scheduling("slurm", node.schedulable(), List.of(), Map.of(), said, node.offered());
    }

    @Override
    public List<String> work(Act act) {
        SlurmNode node = slurm(act).node();
        return onNode(act, node);
    }

    private SlurmController slurm(Act act) {
        return new SlurmController(sites.apply(act.node()));
    }
}
