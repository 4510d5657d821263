package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import java.nio.file.Path;
import java.time.Duration;

/** Describes how nodes are reached by SSH. Keys are named by file and never read into configuration. */
public record SshConfig(
        @Doc("Login name on the nodes; it may use sudo without a password.") @Default("slipway")
        String user,

        @Doc("Private key file.") @Default("ssh/id_ed25519") Path key,

        @Doc("Host keys that are accepted; a host that is not in it is refused.") @Default("ssh/known_hosts")
        Path knownHosts,

        @Doc("Port of nodes that name none.") @Default("22") int port,

        @Doc("How long a connection may take.") @Default("10s") @LegacyKey("connectWithin")
        Duration connectTimeout) {}
