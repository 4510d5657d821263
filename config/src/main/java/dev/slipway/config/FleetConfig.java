package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import dev.slipway.config.units.HostPort;
import dev.slipway.model.node.NodeRef;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Describes {@code fleets/*.yaml}: nodes that are managed together. Its name is the name of its failure domain. */
public record FleetConfig(
        @Doc("Name, unique among fleets.") String name,
        @Doc("Cluster that the nodes belong to.") String cluster,

        @Doc("What schedules work on the nodes.") @Default("kubernetes")
        Scheduler scheduler,

        @Doc("Id of the baseline of its nodes.") String baseline,
        @Doc("Name of the policy.") String policy,

        @Doc("Task queue of activities, where workers of this site listen.")
        Optional<String> taskQueue,

        @Doc("How to reach the Kubernetes API.") Optional<Kubernetes> kubernetes,

        @Doc("Where the commands of Slurm are; on the worker if left out.")
        Optional<Slurm> slurm,

        @Doc("SSH, where it differs from the site's.") @Default("{}")
        Ssh ssh,

        @Doc("Location of its machines; shown among the facts of its nodes.")
        Optional<String> site,

        @Doc("How the nodes are read when all of them are.") @Default("{}")
        ScanConfig scan,

        @Doc("The nodes, listed.") List<Member> nodes,

        @Doc("The nodes, selected from Kubernetes; instead of `nodes`.")
        Optional<Selector> selector,

        @Doc("How images are written, where it differs from the site.")
        Optional<ImageCommand> image,

        @Doc("What the BMCs of its nodes have in common.") Optional<BmcConfig> bmc) {

    /** Lists the schedulers: the choice decides how a node is cordoned and drained. */
    public enum Scheduler {
        KUBERNETES,
        SLURM,
        /** Both give work to the same nodes. */
        SLURM_AND_KUBERNETES,
        NONE;

        /** Returns whether Kubernetes gives work to the nodes. */
        public boolean kubernetes() {
            return this == KUBERNETES || this == SLURM_AND_KUBERNETES;
        }

        /** Returns whether Slurm gives work to the nodes. */
        public boolean slurm() {
            return this == SLURM || this == SLURM_AND_KUBERNETES;
        }
    }

    /** Describes a node in its cluster. */
    public enum Role {
        WORKER,
        CONTROL_PLANE
    }

    /** Holds a kubeconfig with an optional context, or a server with a token file. Secrets are named by file only. */
    public record Kubernetes(
            @Doc("Kubeconfig file.") Optional<Path> kubeconfig,

            @Doc("Context of the kubeconfig; its current one if left out.")
            Optional<String> context,

            @Doc("Address of the API server; instead of a kubeconfig.")
            Optional<URI> server,

            @Doc("File of the bearer token for `server`.") Optional<Path> tokenFile,

            @Doc("File of the authority that signed the certificate of `server`.")
            Optional<Path> caFile) {}

    /** Names a login host on which scontrol and squeue are, or the worker itself. */
    public record Slurm(
            @Doc("Login host, reached with the fleet's SSH key and known hosts; the worker itself if left out.")
            Optional<String> host,

            @Doc("SSH port of the login host.") @Default("22")
            int port,

            @Doc("Login name there, where it differs from that on the nodes; it may update nodes.")
            Optional<String> user,

            @Doc("`slurm.conf` for the commands on the worker, where it is not the usual one.")
            Optional<Path> conf) {}

    /** Holds what differs from the site's {@link SshConfig}. */
    public record Ssh(
            @Doc("Login name on the nodes.") Optional<String> user,
            @Doc("Private key file.") Optional<Path> key,
            @Doc("Host keys that are accepted.") Optional<Path> knownHosts,
            @Doc("Port of nodes that name none.") Optional<Integer> port,

            @Doc("How long a connection may take.") @LegacyKey("connectWithin")
            Optional<Duration> connectTimeout) {

        /** Returns the site's settings with these in their place. */
        public SshConfig over(SshConfig site) {
            return new SshConfig(
                    user.orElse(site.user()),
                    key.orElse(site.key()),
                    knownHosts.orElse(site.knownHosts()),
                    port.orElse(site.port()),
                    connectTimeout.orElse(site.connectTimeout()));
        }
    }

    /** Describes one node. {@code address} is its own name if left out. */
    public record Member(
            @Doc("Name of the node in its cluster.") String name,

            @Doc("Host name or address for SSH; the node's name if left out.")
            Optional<String> address,

            @Doc("SSH port, where it differs.") Optional<Integer> port,

            @Doc("Name of the node in Slurm, where it differs.")
            Optional<String> slurm,

            @Doc("Rack; `scan.maxConcurrentPerRack` counts by it.") @Default("unknown")
            String rack,

            @Doc("Refused: Slipway cannot keep the nodes of an NVLink domain together yet.")
            Optional<String> nvlinkDomain,

            @Doc("Its BMC; without one Slipway cannot power-cycle the node when it hangs.")
            Optional<MemberBmc> bmc,

            @Doc("Hardware profile; must be that of the baseline.")
            Optional<String> sku,

            @Doc("What the node is to its cluster; a control-plane node is refused.") @Default("worker")
            Role role) {

        /** Returns the address for SSH. */
        public HostPort ssh(SshConfig defaults) {
            return new HostPort(address.orElse(name), port.orElse(defaults.port()));
        }
    }

    /** Selects nodes by label. Control-plane nodes are never selected. */
    public record Selector(
            @Doc("Kubernetes label selector.") String labels,

            @Doc("Label that names the rack.") @Default("topology.kubernetes.io/rack")
            String rackLabel,

            @Doc("Label that names the NVLink domain, which `slipway facts --node NODE` shows.")
            @Default("nvidia.com/gpu.clique")
            String nvlinkDomainLabel) {}

    /**
     * Returns the failure domain whose budget counts for these nodes; part of the id of its {@code Capacity} workflow.
     */
    public String domain() {
        return cluster + "/" + name;
    }

    /** Returns the listed node of that name. */
    public Optional<Member> member(String node) {
        return nodes.stream().filter(m -> m.name().equals(node)).findFirst();
    }

    /** Returns the listed nodes by name; empty for a fleet that selects its nodes. */
    public List<NodeRef> members() {
        return nodes.stream().map(m -> new NodeRef(cluster, m.name())).toList();
    }
}
