package dev.slipway.worker;

import dev.slipway.activities.slurm.ListedSlurmNodes;
import dev.slipway.activities.slurm.LocalCommands;
import dev.slipway.activities.slurm.SlurmAccounting;
import dev.slipway.activities.slurm.SlurmCommands;
import dev.slipway.activities.slurm.SlurmRights;
import dev.slipway.activities.slurm.SlurmSite;
import dev.slipway.activities.slurm.SshCommands;
import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.SshConfig;
import dev.slipway.model.FailureType;
import dev.slipway.model.Look;
import dev.slipway.model.NodeRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How configuration says that the commands of Slurm are reached: on the worker, or on a login host over SSH. */
final class SlurmReach implements ClusterNodes, AutoCloseable {
    private final Config config;
    private final SshNodes hosts;
    private final SlurmAccounting accounting;

    SlurmReach(Parts parts) {
        this.config = parts.config();
        this.accounting = new SlurmAccounting(this::siteOf, parts.ledger().gpuHistory(), parts.clock());
        this.hosts = new SshNodes(this::target, parts.clock(), SshNodes.Options.normal());
    }

    /** Fails with GATE_CLOSED for a node that no fleet under Slurm lists. */
    SlurmSite site(NodeRef node) {
        return siteOf(node).orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet under Slurm has a node " + node));
    }

    /** Empty for a node that no fleet under Slurm lists. */
    Optional<SlurmSite> siteOf(NodeRef node) {
        return config.fleetOf(node)
                .filter(fleet -> fleet.scheduler().slurm())
                .flatMap(fleet -> fleet.member(node.name()).map(member -> site(fleet, member)));
    }

    private SlurmSite site(FleetConfig fleet, FleetConfig.Member member) {
        return new SlurmSite(
                commands(fleet),
                member.slurm().orElse(member.name()),
                config.policyOf(fleet).node().rebootWithin());
    }

    /** Keeps what accounting knows of the jobs that failed on a node; nothing for one that is not under Slurm. */
    void learn(NodeRef node) {
        accounting.learn(node);
    }

    @Override
    public List<Seen> nodes(String name, Optional<String> selector) {
        FleetConfig fleet = fleet(name);
        return new ListedSlurmNodes(commands(fleet)).all();
    }

    /** Whether a fleet under Slurm can be worked on; empty for any other. */
    List<Look> look(String fleet) {
        return config.fleet(fleet).stream()
                .filter(known -> known.scheduler().slurm())
                .map(known -> new SlurmRights(this::commands).look("Slurm " + fleet, known))
                .toList();
    }

    private SlurmCommands commands(FleetConfig fleet) {
        return fleet.slurm()
                .filter(at -> at.host().isPresent())
                .<SlurmCommands>map(at -> new SshCommands(
                        hosts, new NodeRef(fleet.name(), at.host().get())))
                .orElseGet(() -> new LocalCommands(fleet.slurm()
                        .flatMap(FleetConfig.Slurm::conf)
                        .map(conf -> Map.of("SLURM_CONF", conf.toString()))
                        .orElse(Map.of())));
    }

    /** The login host of the fleet that {@code host} names as its cluster. */
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
                Optional.of(ssh.connectWithin()));
    }

    private FleetConfig fleet(String name) {
        return config.fleet(name)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet is configured under the name " + name));
    }

    @Override
    public void close() {
        hosts.close();
    }
}
