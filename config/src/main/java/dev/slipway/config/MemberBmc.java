package dev.slipway.config;

import dev.slipway.config.keys.Doc;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Describes the BMC of one node: where it differs from {@link BmcConfig}, and whether it may be dead. */
public record MemberBmc(
        @Doc("Host name or address of the BMC.") String address,

        @Doc("Its port; 443 for redfish, 623 for ipmi.") Optional<Integer> port,

        @Doc("What it speaks, where it differs.") Optional<BmcConfig.Protocol> protocol,

        @Doc("Id of the node's system, where a Redfish service has several.")
        Optional<String> system,

        @Doc("User, where it differs.") Optional<String> user,
        @Doc("File of the password, where it differs.") Optional<Path> passwordFile,

        @Doc("Variable of the password, where it differs.") Optional<String> passwordEnv,

        @Doc("SHA-256 of the certificate that it shows, as `openssl x509 -fingerprint -sha256` prints it.")
        Optional<String> certificate,

        @Doc("PEM file of that certificate.") Optional<Path> certificateFile,
        @Doc("`unverified`, where it differs.") Optional<BmcConfig.Tls> tls,

        @Doc("Lets the node be rebooted although its BMC is dead (I30); recorded in each run.")
        Optional<Waiver> waiver) {
    private static final Pattern SUM = Pattern.compile("[0-9a-f]{64}");

    /** States who permits it, and why. */
    public record Waiver(
            @Doc("Who waives it.") String by, @Doc("Why.") String reason) {}

    /** Returns the protocol in this fleet. */
    public BmcConfig.Protocol protocol(Optional<BmcConfig> fleet) {
        return protocol.or(() -> fleet.flatMap(BmcConfig::protocol)).orElse(BmcConfig.Protocol.REDFISH);
    }

    /** Returns its port, or that of the protocol. */
    public int port(Optional<BmcConfig> fleet) {
        return port.orElse(protocol(fleet) == BmcConfig.Protocol.IPMI ? 623 : 443);
    }

    /** Returns who logs in, by which password, and which certificate is trusted: its own settings, else its fleet's. */
    public BmcConfig access(Optional<BmcConfig> inFleet) {
        BmcConfig fleet = inFleet.orElse(BmcConfig.NOTHING);
        boolean ownPassword = passwordFile.isPresent() || passwordEnv.isPresent();
        boolean ownTrust = certificate.isPresent() || certificateFile.isPresent() || tls.isPresent();
        return new BmcConfig(
                Optional.of(protocol(inFleet)),
                user.or(fleet::user),
                ownPassword ? passwordFile : fleet.passwordFile(),
                ownPassword ? passwordEnv : fleet.passwordEnv(),
                ownTrust ? certificateFile : fleet.certificateFile(),
                ownTrust ? tls : fleet.tls());
    }

    /** Returns the pinned sum in hexadecimal without colons; empty if none is written or it is none. */
    public Optional<String> pin() {
        return certificate
                .map(text -> text.toLowerCase(Locale.ROOT)
                        .replaceFirst("^sha-?256( fingerprint)?[:=]", "")
                        .replace(":", ""))
                .filter(text -> SUM.matcher(text).matches());
    }
}
