package dev.slipway.activities.bmc;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.ActivityClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Describes how the BMC of one node is reached. */
public record BmcTarget(Protocol protocol, Endpoint place, Login login, Trust trust, Limits limits) {

    /** Lists the protocols of BMCs. */
    public enum Protocol {
        REDFISH,
        IPMI
    }

    /** States where it listens, and which of several systems of a Redfish service is the node's. */
    public record Endpoint(String host, int port, Optional<String> system) {

        /** Returns host and port as in an address. */
        String authority() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** Names who logs in. */
    public record Login(String user, BmcSecret password) {}

    /**
     * Lists the certificates that it may show: those with this SHA-256, those in this file, or, if both are empty, any.
     */
    public record Trust(Optional<String> sum, Optional<Path> pem) {

        /** Trusts the certificate with that SHA-256 in hexadecimal. */
        public static Trust pinned(String sum) {
            return new Trust(Optional.of(sum), Optional.empty());
        }

        /** Trusts those in a PEM file, read each time. */
        public static Trust pinnedIn(Path pem) {
            return new Trust(Optional.empty(), Optional.of(pem));
        }

        /** Trusts any certificate: the operator stated that none is verified. */
        public static Trust unverified() {
            return new Trust(Optional.empty(), Optional.empty());
        }

        /**
         * Returns the sums of the trusted certificates; empty for any. Fails with {@link BmcFailure} if the file
         * cannot be read.
         */
        Optional<Set<String>> pins() {
            return sum.map(Set::of).or(() -> pem.map(Trust::read));
        }

        private static Set<String> read(Path pem) {
            try {
                return PinnedCertificates.in(pem);
            } catch (IOException e) {
                throw new BmcFailure(
                        Kind.OURS,
                        "the worker cannot read the BMC's certificate in " + pem,
                        "put it there on every worker, as PEM");
            }
        }
    }

    /** Limits how long connecting and one complete answer may take, and how many bytes an answer may have. */
    public record Limits(Duration connect, Duration answer, int bytes) {

        /**
         * Returns 10 s to connect, 40 s for an answer, a megabyte: BMCs are slow, and a Redfish resource is a few
         * kilobytes.
         */
        public static Limits normal() {
            return new Limits(Duration.ofSeconds(10), Duration.ofSeconds(40), 1_000_000);
        }
    }

    /**
     * Returns the BMC of this target, for one task; {@code clock} keeps the activity alive that waits for it. Fails
     * with {@link BmcFailure} if something of ours is missing.
     */
    public Bmc open(ActivityClock clock) {
        return switch (protocol) {
            case REDFISH -> new RedfishBmc(this, clock);
            case IPMI -> new IpmiBmc(this, IpmiBmc.PROGRAM, clock);
        };
    }
}
