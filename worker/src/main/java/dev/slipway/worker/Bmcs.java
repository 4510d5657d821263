package dev.slipway.worker;

import dev.slipway.activities.bmc.BmcDirectory;
import dev.slipway.activities.bmc.BmcLog;
import dev.slipway.activities.bmc.BmcLogins;
import dev.slipway.activities.bmc.BmcPreCheck;
import dev.slipway.activities.bmc.BmcSecret;
import dev.slipway.activities.bmc.BmcTarget;
import dev.slipway.activities.bmc.BmcTarget.Protocol;
import dev.slipway.activities.bmc.BmcTarget.Trust;
import dev.slipway.activities.bmc.HungNode;
import dev.slipway.activities.record.AuditedActs;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.LastResort;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.config.BmcConfig;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.MemberBmc;
import dev.slipway.model.Act;
import java.util.Optional;
import java.util.function.Function;

/** How configuration says that the BMCs of nodes are reached, and what they are asked for. */
final class Bmcs {
    private final Parts parts;
    private final BmcDirectory directory;

    Bmcs(Parts parts) {
        this.parts = parts;
        this.directory = directory(parts.config());
    }

    OutOfBand preCheck(Act act) {
        return new BmcPreCheck(directory).look(act);
    }

    BmcLogins logins() {
        return new BmcLogins(directory);
    }

    BmcLog log() {
        return new BmcLog(directory);
    }

    LastResort lastResort(Guard guard, Function<Act, Optional<String>> lastSeenBoot) {
        return new HungNode(
                directory,
                guard,
                new HungNode.Questions(this::allowed, lastSeenBoot),
                AuditedActs.cycles(parts.ledger().audit(), parts.clock()),
                parts.clock());
    }

    private boolean allowed(Act act) {
        Config config = parts.config();
        return config.fleet(act.fleet())
                .filter(fleet -> config.policyOf(fleet).node().powerCycle())
                .isPresent();
    }

    private static BmcDirectory directory(Config config) {
        return node -> config.fleetOf(node)
                .flatMap(fleet -> fleet.member(node.name())
                        .flatMap(FleetConfig.Member::bmc)
                        .map(bmc -> entry(fleet, bmc)));
    }

    private static BmcDirectory.Entry entry(FleetConfig fleet, MemberBmc bmc) {
        BmcTarget target = target(fleet, bmc);
        return new BmcDirectory.Entry(
                target::open, bmc.waiver().map(waiver -> new BmcDirectory.Waiver(waiver.by(), waiver.reason())));
    }

    private static BmcTarget target(FleetConfig fleet, MemberBmc bmc) {
        BmcConfig access = bmc.access(fleet.bmc());
        Protocol protocol = switch (bmc.protocol(fleet.bmc())) {
            case REDFISH -> Protocol.REDFISH;
            case IPMI -> Protocol.IPMI;
        };
        return new BmcTarget(
                protocol,
                new BmcTarget.Place(bmc.address(), bmc.port(fleet.bmc()), bmc.system()),
                new BmcTarget.Login(
                        access.user().orElse(""), new BmcSecret(access.passwordFile(), access.passwordEnv())),
                trust(bmc.pin(), access),
                BmcTarget.Limits.normal());
    }

    private static Trust trust(Optional<String> pin, BmcConfig access) {
        if (pin.isPresent()) {
            return Trust.pinned(pin.get());
        }
        return access.certificateFile().map(Trust::pinnedIn).orElseGet(Trust::unverified);
    }
}
