package dev.slipway.activities.bmc;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.bmc.BmcTarget.Protocol;
import dev.slipway.activities.bmc.BmcTarget.Trust;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.BmcChecks;
import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.activities.spi.PowerCycler;
import dev.slipway.activities.spi.Registration;
import dev.slipway.config.BmcConfig;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.MemberBmc;
import dev.slipway.facts.probe.Section;
import dev.slipway.model.Act;
import dev.slipway.model.node.NodeRef;
import java.util.Optional;

/** Wires the BMCs of nodes, as configured, to the checks and acts that use them. */
public final class BmcModule {
    private final ActivityClock clock;
    private final BmcDirectory directory;

    public BmcModule(WorkerContext context) {
        this.clock = context.clock();
        this.directory = directory(context.config());
    }

    /** Safe to repeat: reads only. Checks I30: whether the BMC of a node could bring it back. */
    public OutOfBand preCheck(Act act) {
        return new BmcPreCheck(directory).check(act);
    }

    /** Returns the checks whether BMCs answer. */
    public BmcChecks checks() {
        return new BmcLogins(directory);
    }

    /** Safe to repeat: reads only. Returns the event log of a node's BMC; empty for a node without one. */
    public Optional<Section> log(NodeRef node) {
        return new BmcLog(directory).of(node);
    }

    /** Returns the power cycle of a hung node, at most once per act, which {@code begun} records. */
    public PowerCycler lastResort(Guard guard, Registration registration, OnceGuard begun) {
        return new BmcPowerCycler(directory, guard, registration, begun, clock);
    }

    private BmcDirectory directory(Config config) {
        return node -> config.fleetOf(node)
                .flatMap(fleet -> fleet.member(node.name())
                        .flatMap(FleetConfig.Member::bmc)
                        .map(bmc ->
                                entry(fleet, bmc, config.policyOf(fleet).node().powerCycle())));
    }

    private BmcDirectory.Entry entry(FleetConfig fleet, MemberBmc bmc, boolean mayCycle) {
        BmcTarget target = target(fleet, bmc);
        return new BmcDirectory.Entry(
                () -> target.open(clock),
                bmc.waiver().map(waiver -> new BmcDirectory.Waiver(waiver.by(), waiver.reason())),
                mayCycle);
    }

    private static BmcTarget target(FleetConfig fleet, MemberBmc bmc) {
        BmcConfig access = bmc.access(fleet.bmc());
        Protocol protocol = switch (bmc.protocol(fleet.bmc())) {
            case REDFISH -> Protocol.REDFISH;
            case IPMI -> Protocol.IPMI;
        };
        return new BmcTarget(
                protocol,
                new BmcTarget.Endpoint(bmc.address(), bmc.port(fleet.bmc()), bmc.system()),
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
