package dev.slipway.activities.bmc;

import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.model.Act;
import dev.slipway.model.node.Identity;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks I30: whether a node's BMC could restart it if it hung at its reboot. One that could not is an objection, or,
 * under a waiver, a remark that names who waived it and why. A node without a BMC in its fleet's file has a remark.
 */
public final class BmcPreCheck {
    private final BmcDirectory directory;

    public BmcPreCheck(BmcDirectory directory) {
        this.directory = directory;
    }

    /** Safe to repeat: reads only. */
    public OutOfBand check(Act act) {
        Optional<BmcDirectory.Entry> entry = directory.of(act.node());
        if (entry.isEmpty()) {
            return OutOfBand.remark("I30 not judged: no BMC is configured for "
                    + act.node().name() + "; if it hangs at a reboot, somebody must go there");
        }
        Optional<String> wrong = wrong(entry.get().way(), act.machine());
        if (wrong.isEmpty()) {
            return OutOfBand.nothing();
        }
        return entry.get()
                .waiver()
                .map(waiver -> OutOfBand.remark(
                        "I30 waived by " + waiver.by() + " (" + waiver.reason() + "), although " + wrong.get()))
                .orElseGet(() -> new OutOfBand(
                        List.of("I30: " + wrong.get() + "; or waive it for this node in its fleet's file"), List.of()));
    }

    private static Optional<String> wrong(Supplier<Bmc> way, Optional<Identity> machine) {
        try (Bmc bmc = way.get()) {
            BmcState state = bmc.state();
            if (!state.canCycle()) {
                return Optional.of(bmc.where() + " offers no reset that ends a hang – see its privileges and firmware");
            }
            return machine.filter(bound -> state.anotherThan(bound.productUuid()))
                    .map(bound -> bmc.where() + " is that of another machine: it reports "
                            + state.productUuid().orElse("") + ", the node reports " + bound.productUuid()
                            + " – correct its address in the fleet's file");
        } catch (BmcFailure failure) {
            return Optional.of(failure.whole());
        }
    }
}
