package dev.slipway.activities.ssh;

import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.SshConfig;
import dev.slipway.config.units.HostPort;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.util.List;
import java.util.Optional;

/** Returns how nodes are reached, from the configuration. Keys are named by their files and never stored. */
record ConfiguredNodes(Config config) implements SshDirectory {
    @Override
    public SshTarget target(NodeRef node) {
        FleetConfig fleet =
                config.fleetOf(node).orElseThrow(() -> FailureType.GATE_CLOSED.of("No fleet has a node " + node));
        SshConfig ssh = config.sshOf(fleet);
        HostPort at = fleet.member(node.name())
                .map(member -> member.ssh(ssh))
                .orElseGet(() -> new HostPort(node.name(), ssh.port()));
        return new SshTarget(
                at.host(), at.port(), ssh.user(), ssh.key(), ssh.knownHosts(), Optional.of(ssh.connectTimeout()));
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
