package dev.slipway.config;

import dev.slipway.config.keys.Doc;
import java.nio.file.Path;
import java.util.Optional;

/** Describes the BMCs of a fleet; a node's own {@link MemberBmc} comes first. Secrets are named, never written. */
public record BmcConfig(
        @Doc("Protocol that they speak; redfish if left out.")
        Optional<Protocol> protocol,

        @Doc("User that may control power.") Optional<String> user,

        @Doc("File of the password, its first line.") Optional<Path> passwordFile,

        @Doc("Variable of the worker's environment that holds the password; instead of `passwordFile`.")
        Optional<String> passwordEnv,

        @Doc("PEM file of the certificates that they show; any other is refused. Redfish only.")
        Optional<Path> certificateFile,

        @Doc("`unverified` says that nobody checks certificates: whoever answers gets the password. Redfish only.")
        Optional<Tls> tls) {

    static final BmcConfig NOTHING = new BmcConfig(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Lists the protocols of BMCs. */
    public enum Protocol {
        REDFISH,
        IPMI
    }

    /** Lists the one value that may replace a pinned certificate. */
    public enum Tls {
        UNVERIFIED
    }
}
