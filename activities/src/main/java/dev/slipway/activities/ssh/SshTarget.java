package dev.slipway.activities.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a node is reached: as {@code user} with the private key in {@code keyFile}. {@code knownHosts} is a file in
 * OpenSSH's format; the host key must be in it, or be signed by an {@code @cert-authority} of it.
 */
public record SshTarget(
        String host, int port, String user, Path keyFile, Path knownHosts, Optional<Duration> connectWithin) {

    /** A machine that may take as long to connect to as any other. */
    public SshTarget(String host, int port, String user, Path keyFile, Path knownHosts) {
        this(host, port, user, keyFile, knownHosts, Optional.empty());
    }

    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
