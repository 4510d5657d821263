package dev.slipway.worker;

import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.HostPort;
import dev.slipway.config.SshConfig;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeRef;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How configuration says that nodes and clusters are reached. Keys and tokens are read from their files, never kept in it. */
final class Reach {
    private Reach() {}

    static SshDirectory nodes(Config config) {
        return node -> target(config, node);
    }

    private static SshTarget target(Config config, NodeRef node) {
        for (FleetConfig fleet : config.fleets().values()) {
            if (fleet.cluster().equals(node.cluster())
                    && (fleet.selector().isPresent()
                            || fleet.member(node.name()).isPresent())) {
                SshConfig ssh = config.sshOf(fleet);
                HostPort at = fleet.member(node.name())
                        .map(member -> member.ssh(ssh))
                        .orElseGet(() -> new HostPort(node.name(), ssh.port()));
                return new SshTarget(
                        at.host(),
                        at.port(),
                        ssh.user(),
                        ssh.key(),
                        ssh.knownHosts(),
                        Optional.of(ssh.connectWithin()));
            }
        }
        throw FailureType.GATE_CLOSED.of("No fleet has a node " + node);
    }

    static Map<String, io.fabric8.kubernetes.client.Config> clusters(Config config) {
        Map<String, io.fabric8.kubernetes.client.Config> clusters = new HashMap<>();
        config.fleets()
                .values()
                .forEach(fleet ->
                        fleet.kubernetes().ifPresent(at -> clusters.putIfAbsent(fleet.cluster(), cluster(at))));
        return clusters;
    }

    private static io.fabric8.kubernetes.client.Config cluster(FleetConfig.Kubernetes at) {
        if (at.kubeconfig().isPresent()) {
            File file = at.kubeconfig().get().toFile();
            return at.context()
                    .map(context -> io.fabric8.kubernetes.client.Config.fromKubeconfig(context, file))
                    .orElseGet(() -> io.fabric8.kubernetes.client.Config.fromKubeconfig(file));
        }
        ConfigBuilder builder = new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                .withMasterUrl(String.valueOf(at.server().orElseThrow()));
        at.tokenFile().ifPresent(file -> builder.withOauthToken(read(file).strip()));
        at.caFile().ifPresent(file -> builder.withCaCertFile(file.toString()));
        return builder.build();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
