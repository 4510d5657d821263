package dev.slipway.worker;

import dev.slipway.activities.access.FleetAccess;
import dev.slipway.activities.capacity.TemporalCapacityDesk;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.diagnostics.SshDiagnostics;
import dev.slipway.activities.drift.FleetDrift;
import dev.slipway.activities.drift.MemberReader;
import dev.slipway.activities.drift.StarterDoor;
import dev.slipway.activities.evidence.SshEvidence;
import dev.slipway.activities.gates.FleetGates;
import dev.slipway.activities.gates.LeaveOfService;
import dev.slipway.activities.gates.OfferedGpus;
import dev.slipway.activities.inventory.ConfiguredRoster;
import dev.slipway.activities.inventory.FleetInventory;
import dev.slipway.activities.inventory.Places;
import dev.slipway.activities.kernel.NodeKernels;
import dev.slipway.activities.kubernetes.ClusterConnections;
import dev.slipway.activities.kubernetes.ClusterRights;
import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.activities.nodes.FleetNodes;
import dev.slipway.activities.nodes.KnownMachines;
import dev.slipway.activities.nodes.MarkedNodes;
import dev.slipway.activities.nodes.NodeJournal;
import dev.slipway.activities.nodes.ProbedNode;
import dev.slipway.activities.nodes.Registered;
import dev.slipway.activities.nodes.Schedulers;
import dev.slipway.activities.nodes.SshMarks;
import dev.slipway.activities.nodes.ToldSilence;
import dev.slipway.activities.power.SshPower;
import dev.slipway.activities.record.KeptBaselines;
import dev.slipway.activities.record.LedgerFreezes;
import dev.slipway.activities.record.LedgerGrants;
import dev.slipway.activities.record.LedgerReleases;
import dev.slipway.activities.record.Mutations;
import dev.slipway.activities.record.RmaCaseJson;
import dev.slipway.activities.record.SqlLedger;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.safety.Invariants;
import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.safety.ReleaseByHand;
import dev.slipway.activities.slurm.SlurmReservations;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.NodeLogins;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Look;
import java.net.http.HttpClient;
import java.util.List;
import java.util.stream.Stream;

/** Every port with its adapter, put together by hand. Closing it closes connections, not what {@link Parts} brought. */
public final class Wiring implements AutoCloseable {
    private final Invariants kept;
    private final Parts parts;
    private final Runbooks runbooks;
    private final ActivityClock clock;
    private final SshNodes ssh;
    private final ClusterConnections clusters;
    private final KubernetesNodes kubernetes;
    private final SlurmReach slurm;
    private final KnownMachines machines;
    private final ProbedNode probed;
    private final NodeTools tools;
    private final Schedulers schedulers;
    private final Baselines baselines;
    private final Heat heat;
    private final Guard guard;
    private final FleetRoster roster;
    private final HttpClient http = HttpClient.newHttpClient();
    private final StarterDoor door;
    private final Means means;
    private final People people;
    private final Bmcs bmcs;
    private final ClusterSight sight;

    public Wiring(Parts parts, Runbooks runbooks) {
        this(parts, runbooks, Invariants.ALL);
    }

    /** With {@code kept} other than {@link Invariants#ALL} only for tests. */
    public Wiring(Parts parts, Runbooks runbooks, Invariants kept) {
        this.kept = kept;
        this.parts = parts;
        this.runbooks = runbooks;
        Config config = parts.config();
        LedgerDatabase ledger = parts.ledger();
        clock = parts.clock();
        ssh = new SshNodes(Reach.nodes(config), clock, SshNodes.Options.normal());
        NodeFactsReader facts = new NodeFactsReader(ssh, clock);
        tools = new NodeTools(ssh, facts, new DetachedRun(ssh, clock), clock);
        slurm = new SlurmReach(parts);
        clusters = ClusterConnections.of(Reach.clusters(config, clock));
        bmcs = new Bmcs(parts);
        machines = new KnownMachines(config, ledger.facts());
        probed = new ProbedNode(
                new ToldSilence(facts::run, bmcs.logins()::besides),
                machines,
                this::scheduler,
                new Places(config)::of,
                clock,
                new Drivers(parts, tools, clusters).names(slurm));
        LedgerFreezes freezes = new LedgerFreezes(ledger);
        heat = freezes;
        kubernetes = new KubernetesNodes(clusters, probed, clock);
        MarkedNodes marked = new MarkedNodes(new SshMarks(ssh), probed, clock);
        AllSchedulers all = new AllSchedulers(parts, slurm, new ProbedBoots(facts, clock));
        schedulers = new Schedulers(config, all.with(kubernetes, marked, probed));
        baselines = new KeptBaselines(ledger, config, clock);
        means = new Means(config, clock);
        guard = new Guard(this::scheduler, probed, probed, freezes, kept).withGrants(new LedgerGrants(ledger));
        door = new StarterDoor(http, config.site().starter());
        people = People.of(http, config.site(), new RmaCaseJson(ledger)::ticket);
        sight = new ClusterSight(config, kubernetes, new Registered(this::scheduler));
        roster = new ConfiguredRoster(config, kubernetes.listed(), slurm, ledger.held());
    }

    private NodeScheduler scheduler(Act act) {
        return schedulers.apply(act);
    }

    /** The activities, one object a port. */
    public List<Object> activities() {
        return List.of(
                nodes(),
                gates(),
                drift(),
                packages(),
                drivers().modules(baselines, guard),
                drivers().fabric(baselines, guard),
                drivers().gpus(guard),
                drivers().persistence(baselines, guard),
                drivers().operands(guard),
                new NodeKernels(tools, baselines, guard::beforeMutation, new Kept(parts)::learnt),
                power(),
                new Images(parts, tools, baselines).port(guard, sight),
                diagnostics(),
                evidence(),
                new Kept(parts).diagnosis(runbooks, baselines),
                new ReleaseByHand(this::scheduler, new LedgerReleases(parts.ledger(), clock)),
                new SqlLedger(parts.ledger(), roster, this::scheduler, clock),
                new FleetInventory(parts.config(), roster, parts.ledger(), clock),
                people.notifier(),
                people.tickets(),
                new Kept(parts).gpuFaults(baselines),
                new TemporalCapacityDesk(
                        parts.temporal(), parts.config(), roster, parts.ledger().capacityGrants()),
                access());
    }

    private Object access() {
        NodeLogins logins = new NodeLogins(Reach.nodes(parts.config()));
        FleetAccess.Ways ways = new FleetAccess.Ways(
                logins, new ClusterRights(clusters), bmcs.logins(), this::besides, machines::another);
        return new FleetAccess(parts.config(), roster, ways);
    }

    private List<Look> besides(String fleet) {
        return Stream.concat(slurm.look(fleet).stream(), means.look(fleet).stream())
                .toList();
    }

    private Object nodes() {
        Policies policies = new Policies(parts.config(), baselines);
        Readmittance readmittance = new Readmittance(
                this::scheduler,
                new Readmittance.Proofs(
                        probed,
                        probed,
                        baselines,
                        new NodeJournal(new Mutations(parts.ledger().audit()), ssh),
                        policies::wantsSmoke),
                kept);
        FleetNodes.Return back = new FleetNodes.Return(
                readmittance, policies::smokeJob, evidence()::keep, heat, new ProbedBoots(tools.facts(), clock));
        return new FleetNodes(this::scheduler, probed, back, parts.ledger(), clock);
    }

    private Object gates() {
        LeaveOfService leaving = new LeaveOfService(
                parts.config(),
                baselines,
                roster,
                new LeaveOfService.Stops(
                        new LedgerFreezes(parts.ledger()), clock, fleet -> FleetDrift.rate(parts.ledger(), fleet)));
        return new FleetGates(
                leaving,
                bmcs::preCheck,
                new FleetGates.Proof(this::scheduler, probed, parts.ledger(), baselines),
                new OfferedGpus(clock));
    }

    private FleetDrift drift() {
        return new FleetDrift(
                parts.config(),
                roster,
                new FleetDrift.Reading(
                        new MemberReader(tools.facts(), Reach.nodes(parts.config()), clock),
                        runbooks.installed(),
                        baselines,
                        means.secondSource(),
                        clock,
                        new FleetDrift.Besides(
                                bmcs.logins()::besides, drivers().names(slurm, kubernetes), machines::another)),
                parts.ledger(),
                door);
    }

    private Object packages() {
        return drivers().packages(means, baselines, guard, evidence()::keep);
    }

    private Drivers drivers() {
        return new Drivers(parts, tools, clusters);
    }

    private Object power() {
        return new SshPower(
                tools,
                guard,
                sight::missing,
                new Policies(parts.config(), baselines)::rebootWithin,
                bmcs.lastResort(guard, sight::lastBoot));
    }

    private Object diagnostics() {
        return new SshDiagnostics(
                tools,
                baselines,
                Reach.nodes(parts.config()),
                new SshDiagnostics.Surroundings(new SlurmReservations(slurm::siteOf), heat, guard),
                parts.ledger().gpuHistory()::add);
    }

    private SshEvidence evidence() {
        return new Kept(parts).evidence(ssh);
    }

    @Override
    public void close() {
        http.close();
        kubernetes.close();
        clusters.close();
        slurm.close();
        ssh.close();
    }
}
