package dev.slipway.activities.slurm;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.NodeReservation;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.SshConfig;
import dev.slipway.model.CheckResult;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Wires the commands of Slurm, which are configured on the worker or on a login host over SSH, to their users. */
public final class SlurmModule implements ClusterNodes, AutoCloseable {
    private final Config config;
    private final SshNodes hosts;
    private final SlurmAccounting accounting;
    private final ActivityClock clock;

    public SlurmModule(WorkerContext context) {
        this.config = context.config();
        this.clock = context.clock();
        this.accounting = new SlurmAccounting(this::siteOf, context.ledger().gpuHistory(), clock);
        this.hosts = new SshNodes(this::target, clock, SshNodes.Options.normal());
    }

    /** Returns Slurm as a scheduler. {@code holders} are read when the jobs of a node have ended. */
    public NodeScheduler scheduler(NodeBoots boots, GpuHolders holders) {
        return new SlurmNodes(this::site, boots, holders, clock);
    }

    /** Keeps two nodes to ourselves by a reservation. */
    public NodeReservation reservations() {
        return new SlurmReservations(this::siteOf);
    }

    /** Fails with GATE_CLOSED for a node that no fleet under Slurm lists. */
    private SlurmSite site(NodeRef node) {
        return siteOf(node).orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet under Slurm has a node " + node));
    }

    /** Returns empty for a node that no fleet under Slurm lists. */
    private Optional<SlurmSite> siteOf(NodeRef node) {
        return config.fleetOf(node)
                .filter(fleet -> fleet.scheduler().slurm())
                .flatMap(fleet -> fleet.member(node.name()).map(member -> site(fleet, member)));
    }

    private SlurmSite site(FleetConfig fleet, FleetConfig.Member member) {
        return new SlurmSite(
                commands(fleet),
                member.slurm().orElse(member.name()),
                config.policyOf(fleet).node().rebootTimeout());
    }

    /** Keeps what accounting knows of the jobs that failed on a node; nothing for one that is not under Slurm. */
    public void learn(NodeRef node) {
        accounting.learn(node);
    }

    @Override
    public List<Listed> nodes(String name, Optional<String> selector) {
        FleetConfig fleet = fleet(name);
        return new ListedSlurmNodes(commands(fleet)).all();
    }

    /** Returns whether a fleet under Slurm can be worked on; empty for any other. */
    public List<CheckResult> check(String fleet) {
        return config.fleet(fleet).stream()
                .filter(known -> known.scheduler().slurm())
                .map(known -> new SlurmRights(this::commands).check("Slurm " + fleet, known))
                .toList();
    }

    private SlurmCommands commands(FleetConfig fleet) {
        return fleet.slurm()
                .filter(at -> at.host().isPresent())
                .<SlurmCommands>map(at -> new SshCommands(
                        hosts, new NodeRef(fleet.name(), at.host().get())))
                .orElseGet(() -> new LocalCommands(
                        fleet.slurm()
                                .flatMap(FleetConfig.Slurm::conf)
                                .map(conf -> Map.of("SLURM_CONF", conf.toString()))
                                .orElse(Map.of()),
                        clock));
    }

    /** Returns the login host of the fleet that {@code host} names as its cluster. */
    private SshTarget target(NodeRef host) {
        FleetConfig fleet = fleet(host.cluster());
        FleetConfig.Slurm at = fleet.slurm().orElseThrow();
        SshConfig ssh = config.sshOf(fleet);
        return new SshTarget(
                host.name(),
                at.port(),
                at.user().orElse(ssh.user()),
                ssh.key(),
                ssh.knownHosts(),
                Optional.of(ssh.connectTimeout()));
    }

    private FleetConfig fleet(String name) {
        return ConfiguredFleets.named(config, name);
    }

    @Override
    public void close() {
        hosts.close();
    }
}
