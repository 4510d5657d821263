package dev.slipway.worker;

import dev.slipway.activities.kubernetes.ClusterAccess;
import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.HostPort;
import dev.slipway.config.SshConfig;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeRef;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** How configuration says that nodes and clusters are reached. Keys and tokens are never kept in it. */
final class Reach {
    private Reach() {}

    static SshDirectory nodes(Config config) {
        return new Nodes(config);
    }

    private record Nodes(Config config) implements SshDirectory {
        @Override
        public SshTarget target(NodeRef node) {
            return Reach.target(config, node);
        }

        @Override
        public List<NodeRef> others(NodeRef node) {
            return config.fleets().values().stream()
                    .filter(fleet -> fleet.cluster().equals(node.cluster()))
                    .flatMap(fleet -> fleet.nodes().stream())
                    .map(member -> new NodeRef(node.cluster(), member.name()))
                    .filter(other -> !other.equals(node))
                    .toList();
        }
    }

    private static SshTarget target(Config config, NodeRef node) {
        FleetConfig fleet =
                config.fleetOf(node).orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet has a node " + node));
        SshConfig ssh = config.sshOf(fleet);
        HostPort at = fleet.member(node.name())
                .map(member -> member.ssh(ssh))
                .orElseGet(() -> new HostPort(node.name(), ssh.port()));
        return new SshTarget(
                at.host(), at.port(), ssh.user(), ssh.key(), ssh.knownHosts(), Optional.of(ssh.connectWithin()));
    }

    static List<ClusterAccess> clusters(Config config, InstantSource clock) {
        return config.fleets().values().stream()
                .flatMap(fleet -> fleet.kubernetes().map(at -> new ClusterAccess(fleet.cluster(), at, clock)).stream())
                .toList();
    }
}
