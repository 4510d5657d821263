package dev.slipway.frame;

import dev.slipway.model.node.Handover;
import dev.slipway.model.node.RepairStage;
import dev.slipway.model.node.Trigger;
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
    private final List<RepairStage> taken;

    RepairLadder(Trigger trigger, Journal journal) {
        this.journal = journal;
        this.taken = new ArrayList<>(trigger.carried().map(Handover::stages).orElse(List.of()));
    }

    /** Takes the stage where it may still be taken; whether it helped. */
    public boolean helped(RepairStage stage, BooleanSupplier take) {
        return claim(stage) && take.getAsBoolean();
    }

    /** Returns whether this stage may be taken now; it counts as taken from now on. */
    public boolean claim(RepairStage stage) {
        boolean may = !taken.contains(stage) && (stage != RepairStage.REBOOT || mayBoot());
        if (may) {
            taken.add(stage);
        } else {
            journal.line("not taken again in this run: " + stage);
        }
        return may;
    }

    /** Returns whether the node may be booted once more in this run. */
    public boolean mayBoot() {
        return taken.stream().filter(RepairStage.BOOT::equals).count() < MOST_BOOTS;
    }

    void bootedOnceMore() {
        taken.add(RepairStage.BOOT);
    }

    List<RepairStage> taken() {
        return List.copyOf(taken);
    }
}
