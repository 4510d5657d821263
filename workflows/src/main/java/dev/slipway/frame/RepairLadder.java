package dev.slipway.frame;

import dev.slipway.model.Carried;
import dev.slipway.model.Rung;
import dev.slipway.model.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Takes the stages of a repair. Each is taken at most once on a node's whole path through several runbooks, and a node
 * is booted at most twice. A stage returns whether the node is well after it.
 */
public final class RepairLadder {
    private static final int MOST_BOOTS = 2;

    private final Journal journal;
    private final List<Rung> taken;

    RepairLadder(Trigger trigger, Journal journal) {
        this.journal = journal;
        this.taken = new ArrayList<>(trigger.carried().map(Carried::rungs).orElse(List.of()));
    }

    /** Takes the stage where it may still be taken; whether it helped. */
    public boolean helped(Rung stage, BooleanSupplier take) {
        return claim(stage) && take.getAsBoolean();
    }

    /** Returns whether this stage may be taken now; it counts as taken from now on. */
    public boolean claim(Rung stage) {
        boolean may = !taken.contains(stage) && (stage != Rung.REBOOT || mayBoot());
        if (may) {
            taken.add(stage);
        } else {
            journal.line("not taken again in this run: " + stage);
        }
        return may;
    }

    /** Returns whether the node may be booted once more in this run. */
    public boolean mayBoot() {
        return taken.stream().filter(Rung.BOOT::equals).count() < MOST_BOOTS;
    }

    void bootedOnceMore() {
        taken.add(Rung.BOOT);
    }

    List<Rung> taken() {
        return List.copyOf(taken);
    }
}
