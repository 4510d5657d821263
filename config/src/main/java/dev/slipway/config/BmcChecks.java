package dev.slipway.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the BMCs of all fleets: each belongs to one node, has a login, and is known by its certificate. */
final class BmcChecks {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,252}");
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@+-]{0,63}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    private final Map<String, String> owners = new HashMap<>();

    void fleet(ConfigLoader.Bound<FleetConfig> bound) {
        FleetConfig fleet = bound.value();
        if (fleet.bmc().isPresent() && fleet.selector().isPresent()) {
            bound.blame(fleet, "bmc", "Selected nodes have no BMC here.", "List the nodes, each with its `bmc`.");
        }
        for (FleetConfig.Member member : fleet.nodes()) {
            member.bmc().ifPresent(bmc -> member(bound, member.name(), bmc));
        }
    }

    private void member(ConfigLoader.Bound<FleetConfig> bound, String node, MemberBmc bmc) {
        Optional<BmcConfig> fleet = bound.value().bmc();
        if (!HOST.matcher(bmc.address()).matches()) {
            bound.blame(
                    bmc, "address", "This is not a host name or address.", "Write it without protocol, user and port.");
        }
        if (bmc.port().filter(p -> p < 1 || p > 65_535).isPresent()) {
            bound.blame(bmc, "port", "A port is 1 to 65535.", "Correct it.");
        }
        String place =
                bmc.address() + ":" + bmc.port(fleet) + "/" + bmc.system().orElse("");
        String other = owners.putIfAbsent(place, node);
        if (other != null) {
            bound.blame(
                    bmc,
                    "address",
                    "`" + node + "` has the BMC of `" + other + "`.",
                    "Correct one of them: who powers one off would power off the other.");
        }
        login(bound, bmc, bmc.access(fleet));
        switch (bmc.protocol(fleet)) {
            case REDFISH -> trust(bound, bmc, bmc.access(fleet));
            case IPMI -> ipmi(bound, bmc);
        }
    }

    private static void login(ConfigLoader.Bound<FleetConfig> bound, MemberBmc bmc, BmcConfig access) {
        if (access.user().filter(user -> USER.matcher(user).matches()).isEmpty()) {
            bound.blame(bmc, "address", "No user is named for this BMC.", "Add `user`, here or in the fleet's `bmc`.");
        }
        if (access.passwordFile().isPresent() == access.passwordEnv().isPresent()) {
            bound.blame(
                    bmc,
                    "address",
                    "Exactly one of `passwordFile` and `passwordEnv` says where this BMC's password is.",
                    "Keep one, here or in the fleet's `bmc`.");
        }
        if (access.passwordEnv()
                .filter(name -> !VARIABLE.matcher(name).matches())
                .isPresent()) {
            bound.blame(bmc, "passwordEnv", "This is not the name of a variable.", "Write its name, not the password.");
        }
    }

    private static void trust(ConfigLoader.Bound<FleetConfig> bound, MemberBmc bmc, BmcConfig access) {
        if (bmc.certificate().isPresent() && bmc.pin().isEmpty()) {
            bound.blame(
                    bmc,
                    "certificate",
                    "This is not the SHA-256 of a certificate.",
                    "Write what `openssl x509 -noout -fingerprint -sha256` prints.");
        }
        long ways = Stream.of(
                        bmc.certificate().isPresent(),
                        access.certificateFile().isPresent(),
                        access.tls().isPresent())
                .filter(given -> given)
                .count();
        if (ways != 1) {
            bound.blame(
                    bmc,
                    "address",
                    "Exactly one of `certificate`, `certificateFile` and `tls: unverified` says which BMC to trust.",
                    "Pin its certificate, here or in the fleet's `bmc`.");
        }
    }

    private static void ipmi(ConfigLoader.Bound<FleetConfig> bound, MemberBmc bmc) {
        if (bmc.certificate().isPresent()
                || bmc.certificateFile().isPresent()
                || bmc.tls().isPresent()
                || bmc.system().isPresent()) {
            bound.blame(bmc, "address", "IPMI has no certificates and no systems.", "Remove the keys that set them.");
        }
    }
}
