package dev.slipway.activities.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Describes how a node is reached: as {@code user} with the private key in {@code keyFile}. {@code knownHosts} is a
 * file in OpenSSH's format; the host key must be in it, or be signed by an {@code @cert-authority} of it.
 */
public record SshTarget(
        String host, int port, String user, Path keyFile, Path knownHosts, Optional<Duration> connectTimeout) {

    /** Creates a machine that may take as long to connect to as any other. */
    public SshTarget(String host, int port, String user, Path keyFile, Path knownHosts) {
        this(host, port, user, keyFile, knownHosts, Optional.empty());
    }

    /** Returns what a person can do about a failure of that kind. */
    public String next(SshFailure.Kind kind) {
        return switch (kind) {
            case UNREACHABLE, NO_ROUTE, TIMED_OUT -> "is the node up, and is its address in fleets/ right?";
            case REFUSED -> "start sshd there, or correct the port in fleets/";
            case HOST_KEY ->
                "if the node was reinstalled, replace its key in " + knownHosts
                        + "; if it was not, somebody else answers";
            case AUTH -> "put the public half of " + keyFile + " into the authorized_keys of " + user + " there";
            case LOST -> "try again; if that fails, log in by hand and check";
        };
    }

    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
